/** What is under way when the API is told to stop gets so long; its launcher waits longer. */
export const STOPPING_MS = 25_000;

/** What a process ends with that would end again however often it is started. It has said why. */
export const HOPELESS = 78;
