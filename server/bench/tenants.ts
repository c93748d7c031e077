import { createAccount } from '../src/accounts/create-account.ts';
import { setAccount } from '../src/accounts/set-account.ts';
import type { Mode } from '../src/accounts/environment.ts';
import { listEnvironments } from '../src/accounts/store.ts';
import { SCOPES } from '../src/api-keys/api-key.ts';
import { createKey } from '../src/api-keys/create-key.ts';
import { type EnvironmentId, newId, type WalletId } from '../src/ids.ts';
import { cents } from '../src/money.ts';
import { connect, type Db } from '../src/platform/db.ts';

/** An environment of its own account, with a key that no rate limit stops and a wallet. */
export interface Tenant {
  readonly environmentId: EnvironmentId;
  readonly walletId: WalletId;
  readonly key: string;
}

/** As many as the bare tables have accounts. */
export const TENANTS = 100;
/** Addresses from the vectors of `server/test`; nothing is ever sent anywhere. */
export const ADDRESS = 'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6';
const TEST_ADDRESS = 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643';
/** The path is measured, not the limiter's refusals. */
const NO_LIMIT = 1_000_000;

/** For preparing a measurement, which may take its time. */
export function connectPatiently(url: string): Db {
  return connect({ url, connections: 4, answerMs: 600_000, onError: () => undefined });
}

/** @param db on a migrated database */
export async function addTenants(db: Db, count = TENANTS, mode: Mode = 'live'): Promise<Tenant[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => addTenant(db, number, mode)));
}

async function addTenant(db: Db, number: number, wanted: Mode): Promise<Tenant> {
  const { accountId } = await createAccount(db, `bench-${String(number)}@localhost`);
  const rates = { readRate: NO_LIMIT, readBurst: NO_LIMIT };
  const moneyRates = { moneyRate: NO_LIMIT, moneyBurst: NO_LIMIT };
  const settings = { ...rates, ...moneyRates };
  await db.begin((tx) => setAccount(tx, accountId, wanted, settings, cents(99)));
  const { key } = await createKey(db, { accountId, mode: wanted, scopes: SCOPES, name: 'bench' });
  const environments = await listEnvironments(db, accountId);
  const environment = environments.find(({ mode }) => mode === wanted);
  if (!environment) throw new Error('an account without such an environment');
  const walletId = newId('wal');
  const isLive = wanted === 'live';
  await db`
    insert into wallets (environment_id, id, liquid_address, network, confidential, label,
      is_default, created_at)
    values (${environment.id}, ${walletId}, ${isLive ? ADDRESS : TEST_ADDRESS},
      ${isLive ? 'liquid' : 'testnet'}, false, '', true, now())`;
  return { environmentId: environment.id, walletId, key };
}
