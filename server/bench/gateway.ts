import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createAccount } from '../src/accounts/create-account.ts';
import { setAccount } from '../src/accounts/set-account.ts';
import { SCOPES } from '../src/api-keys/api-key.ts';
import { createKey } from '../src/api-keys/create-key.ts';
import { ENTRIES } from '../src/launch/entries.ts';
import { findFreePort } from '../src/launch/free-port.ts';
import { waitFor } from '../src/launch/wait-for.ts';
import { cents } from '../src/money.ts';
import type { Db } from '../src/platform/db.ts';

/** One API process before a provider that answers at once, and a key that no rate limit stops. */
export interface Gateway {
  readonly port: number;
  readonly key: string;
  /** How many charges the provider made. */
  charges(): Promise<number>;
  stop(): Promise<void>;
}

/** A mainnet address from the vectors of `server/test`; nothing is ever sent anywhere. */
const ADDRESS = 'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6';
/** What is measured is the path, not the limiter's refusals. */
const NO_LIMIT = 1_000_000;

/** @param db migrated, and on the database that `databaseUrl` names */
export async function startGateway(
  db: Db,
  databaseUrl: string,
  nodeOptions: readonly string[],
): Promise<Gateway> {
  const [port, providerPort] = [await findFreePort(), await findFreePort()];
  const providerUrl = `http://127.0.0.1:${String(providerPort)}`;
  const provider = startChild(join(import.meta.dirname, 'instant-provider.ts'), [
    String(providerPort),
  ]);
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PONTE_PARENT_PIPE: 'true',
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    // The live path: the sandbox's rehearsal wrapper is no part of what is measured.
    PONTE_EULEN_TOKEN: 'bench',
    PONTE_EULEN_BASE_URL: providerUrl,
    PONTE_SPLIT_ADDRESS: ADDRESS,
    // A provider that counts calls would be the only limit to be seen.
    PONTE_PROVIDER_BUDGETS: 'none',
  };
  const api = startChild(ENTRIES.api, [], env, nodeOptions);
  await Promise.all([answer(providerUrl), answer(`http://127.0.0.1:${String(port)}/readyz`)]);
  const key = await openAccount(db, port);
  return {
    port,
    key,
    charges: async () => {
      // Our own provider wrote it.
      const { charges } = (await (await fetch(providerUrl)).json()) as { charges: number };
      return charges;
    },
    stop: async () => {
      for (const child of [api, provider]) await stopChild(child);
    },
  };
}

function startChild(
  entry: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, entry, ...args], {
    env,
    // Logs are written as in operation, and dropped. The pipe ends the child when we are gone.
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function answer(url: string): Promise<void> {
  const ask = async (): Promise<true | undefined> =>
    fetch(url).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  if (!(await waitFor(ask, { timeoutMs: 20_000 }))) throw new Error(`${url} does not answer`);
}

async function openAccount(db: Db, port: number): Promise<string> {
  const { accountId } = await createAccount(db, 'bench@localhost');
  const rates = { readRate: NO_LIMIT, readBurst: NO_LIMIT };
  const moneyRates = { moneyRate: NO_LIMIT, moneyBurst: NO_LIMIT };
  await setAccount(db, accountId, 'live', { ...rates, ...moneyRates }, cents(99));
  const { key } = await createKey(db, { accountId, mode: 'live', scopes: SCOPES, name: 'bench' });
  const registered = await fetch(`http://127.0.0.1:${String(port)}/v1/api/wallets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ liquidAddress: ADDRESS }),
  });
  if (registered.status !== 201) throw new Error('the wallet could not be registered');
  return key;
}
