/** What is under way when the API is told to stop gets so long; its launcher waits longer. */
export const STOPPING_MS = 25_000;
