import { join } from 'node:path';

/** The files that a launcher runs or applies. */
export interface Entries {
  readonly api: string;
  readonly worker: string;
  readonly simulator: string;
  /** Directory of the numbered SQL files. */
  readonly migrations: string;
}

const server = join(import.meta.dirname, '..', '..');

export const ENTRIES: Entries = {
  api: join(server, 'src', 'api.ts'),
  worker: join(server, 'src', 'worker.ts'),
  simulator: join(server, '..', 'simulator', 'src', 'main.ts'),
  migrations: join(server, 'migrations'),
};

/**
 * Node options of the API. Almost nothing of a request outlives its answer, so the young generation
 * gets more room than by default: it is collected less often, while each collection keeps as
 * little.
 */
export const API_OPTIONS: readonly string[] = ['--max-semi-space-size=64'];
