import { join } from 'node:path';

/** The files that a launcher starts or applies. */
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
 * With what Node runs the API. Of a request next to nothing outlives its answer, so what is young
 * gets more room than by default: it is collected less often, and each time as little is kept.
 */
export const API_OPTIONS: readonly string[] = ['--max-semi-space-size=64'];
