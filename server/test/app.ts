import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { pino } from 'pino';
import { createAccount } from '../src/accounts/create-account.ts';
import type { Environment, Mode } from '../src/accounts/environment.ts';
import { listEnvironments } from '../src/accounts/store.ts';
import { SCOPES } from '../src/api-keys/api-key.ts';
import { createKey } from '../src/api-keys/create-key.ts';
import type { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { AccountId } from '../src/ids.ts';
import { COMMAND_CONNECTION_MS, connect } from '../src/platform/db.ts';
import { openVault } from '../src/platform/vault.ts';
import { GATHER, type Scope, testDatabase } from './database.ts';

const CONNECTIONS = 10;

interface AppOptions {
  /** The process's environment variables, such as `PONTE_BASE_URL`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly providerOf?: App['providerOf'];
  readonly chainOf?: App['chainOf'];
}

/** An app with a dedicated database, both gone when the scope has ended. */
export async function testApp(scope: Scope = { after }, options: AppOptions = {}): Promise<App> {
  const url = await testDatabase(scope);
  const config = readConfig({ PONTE_DATABASE_GATHER: GATHER, ...options.env });
  const isBatching = config.databaseBatching;
  const db = connect({
    url,
    connections: CONNECTIONS,
    // Many concurrent verbs take as long as the machine takes; nobody waits for a response.
    connectionMs: COMMAND_CONNECTION_MS,
    onError: () => undefined,
    isBatching,
  });
  scope.after(() => db.end());
  return {
    config,
    db,
    vault: openVault(`k1:${randomBytes(32).toString('base64')}`),
    log: pino({ level: 'silent' }),
    providerOf: options.providerOf ?? (() => undefined),
    chainOf: options.chainOf ?? (() => undefined),
  };
}

/** Opens every connection of the pool, so that what runs concurrently afterwards really does. */
export async function openConnections({ db }: Pick<App, 'db'>): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db`select pg_sleep(0.1)`));
}

/** Rates that no test reaches. */
const UNLIMITED = { perSecond: 100_000, burst: 100_000 };
export const NO_LIMIT: Environment['rates'] = { read: UNLIMITED, money: UNLIMITED };

export interface TestTenant {
  readonly accountId: AccountId;
  readonly environment: Environment;
  /** The text of a key with every scope. */
  readonly key: string;
}

/** A new account's environment of that mode, with a key that has every scope. */
export async function testEnvironment(app: App, mode: Mode = 'test'): Promise<TestTenant> {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  const { accountId } = await createAccount(app.db, email);
  const environments = await listEnvironments(app.db, accountId);
  const environment = environments.find((candidate) => candidate.mode === mode);
  if (!environment) throw new Error(`the account has no ${mode} environment`);
  const { key } = await createKey(app.db, { accountId, mode, scopes: SCOPES, name: 'all' });
  return { accountId, environment, key };
}
