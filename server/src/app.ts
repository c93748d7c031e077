import type { Mode } from './accounts/environment.ts';
import type { ChainSource } from './chain/port.ts';
import type { Config } from './config.ts';
import type { EnvironmentId } from './ids.ts';
import type { LiquidNetwork } from './liquid/address.ts';
import type { Db } from './platform/db.ts';
import type { Log } from './platform/log.ts';
import type { Vault } from './platform/vault.ts';
import type { CallPurpose, PixProvider } from './provider/port.ts';

export interface Tenant {
  readonly environmentId: EnvironmentId;
  readonly mode: Mode;
}

/** What every verb is given: the outside world, opened once by an entry point. */
export interface App {
  readonly config: Config;
  readonly db: Db;
  readonly vault: Vault;
  readonly log: Log;
  /** An environment's provider, if one is configured; the purpose is `request` by default. */
  readonly providerOf: (tenant: Tenant, purpose?: CallPurpose) => PixProvider | undefined;
  /** The source for a network's chain; undefined if none is configured. */
  readonly chainOf: (network: LiquidNetwork) => ChainSource | undefined;
}
