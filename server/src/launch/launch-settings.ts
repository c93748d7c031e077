import type { Env } from '../platform/read-setting.ts';
import type { Entries } from './entries.ts';

export interface LaunchSettings {
  readonly role: 'all' | 'api' | 'worker' | 'sandbox';
  readonly dataDir: string;
  /** The operator's PostgreSQL; without it, the embedded one is started. */
  readonly databaseUrl?: string | undefined;
  /** The same, bypassing a pooler, for migrations. */
  readonly databaseDirectUrl?: string | undefined;
  /** Whether there is a pooler in front of it. */
  readonly databasePooled?: boolean | undefined;
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** An external sandbox; without it, role `all` starts one. */
  readonly sandboxUrl?: string | undefined;
  /** The launcher's own environment, which its children inherit. */
  readonly env: Env;
  readonly entries?: Partial<Entries>;
  /** Called once, when everything serves. */
  readonly onReady?: (addresses: ReadyAddresses) => void | Promise<void>;
}

export interface ReadyAddresses {
  /** The API's address, or the sandbox's if it runs alone; undefined for a worker. */
  readonly url: string | undefined;
  readonly databaseUrl: string;
  readonly sandboxUrl: string | undefined;
}
