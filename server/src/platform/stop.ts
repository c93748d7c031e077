/** How long requests in flight get when the API is told to stop; its launcher waits longer. */
export const STOPPING_MS = 25_000;

/** Exit code of a process that would fail again however often it is restarted; it has said why. */
export const FATAL_EXIT_CODE = 78;
