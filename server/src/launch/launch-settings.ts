import type { Entries } from './entries.ts';

export interface LaunchSettings {
  role: 'all' | 'api' | 'worker' | 'sandbox';
  dataDir: string;
  /** A PostgreSQL of the operator's; without it the embedded one is started. */
  databaseUrl?: string | undefined;
  host: string;
  /** 0 stands for any free port. */
  port: number;
  /** An outside sandbox; without it role `all` starts one. */
  sandboxUrl?: string | undefined;
  /** The launcher's own environment, which the children inherit. */
  env: Record<string, string | undefined>;
  entries?: Partial<Entries>;
  /** Called once, when everything serves. */
  onReady?: (addresses: ReadyAddresses) => void | Promise<void>;
}

export interface ReadyAddresses {
  /** The API's address, or the sandbox's when that is all there is; none for a worker. */
  url: string | undefined;
  databaseUrl: string;
  sandboxUrl: string | undefined;
}
