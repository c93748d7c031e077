import type { Prover } from './chain/open-prover.ts';
import type { Config } from './config.ts';
import type { Db } from './platform/database.ts';

/** Advances steps, plays moves, sends notices. */
export type LoopName = 'steps' | 'moves' | 'notices';

/** What every verb is given. */
export interface App {
  readonly db: Db;
  readonly config: Readonly<Config>;
  readonly addressSeed: Buffer;
  readonly prover: Prover;
  /** The URL at which others reach this server, without a trailing slash. Known once it listens. */
  baseUrl(): string;
  /** Tells a loop that it has new work; this only saves waiting for its next turn. */
  wake(loop: LoopName): void;
}
