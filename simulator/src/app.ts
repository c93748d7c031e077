import type { Prover } from './chain/open-prover.ts';
import type { Config } from './config.ts';
import type { Db } from './platform/database.ts';

/** Takes steps on, makes moves, sends notices. */
export type LoopName = 'steps' | 'moves' | 'notices';

/** What every verb is handed. */
export interface App {
  readonly db: Db;
  readonly config: Readonly<Config>;
  readonly addressSeed: Buffer;
  readonly prover: Prover;
  /** How others reach this server, without a slash at the end. Known once it listens. */
  baseUrl(): string;
  /** Tells a loop that there is something new for it; only saves it waiting for its next turn. */
  wake(loop: LoopName): void;
}
