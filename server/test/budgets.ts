import type { TestContext } from 'node:test';
import type { App } from '../src/app.ts';
import { type EnvironmentId, newId } from '../src/ids.ts';
import { COMMAND_CONNECTION_MS, connect, type Db } from '../src/platform/db.ts';
import { type CallBudget, GRANTED } from '../src/provider/budget.ts';
import { takeCalls } from '../src/provider/budget-store.ts';
import type { CallPurpose } from '../src/provider/port.ts';
import { testEnvironment, type TestTenant } from './app.ts';
import { urlBehind } from './database.ts';

/** So slow that no token comes back while the test runs: 400 s per call. */
export const SLOW = Object.fromEntries(
  Object.entries(GRANTED).map(([call, { burst }]) => [call, { perMinute: 0.15, burst }]),
);

export interface Connection {
  readonly name: EnvironmentId;
  /** Takes the calls, or returns how many seconds until there is room. */
  take(who: EnvironmentId, purpose?: CallPurpose, calls?: readonly string[]): Promise<number>;
  /** Lets time pass for this connection alone. */
  pass(seconds: number): Promise<void>;
}

/** The test's own connection, whose time the test can move ahead; real time passes as well. */
export function openConnection(
  { db }: App,
  budgets: Readonly<Record<string, CallBudget>> = GRANTED,
): Connection {
  const name = newId('env');
  return {
    name,
    take: (environmentId, purpose = 'request', calls = ['deposit']) => {
      const asker = { connection: name, environmentId, purpose };
      const named = calls.map(
        (call) => [call, budgets[call] ?? { perMinute: 1, burst: 1 }] as const,
      );
      return takeCalls(db, asker, named);
    },
    pass: async (seconds) => {
      await db`update provider_budgets set refilled_at = refilled_at - ${seconds} * interval '1 second'
        where connection = ${name}`;
      await db`update provider_shares set used_at = used_at - ${seconds} * interval '1 second',
          waits_since = waits_since - ${seconds} * interval '1 second',
          waits_until = waits_until - ${seconds} * interval '1 second'
        where connection = ${name}`;
    },
  };
}

/** As if that much time had passed for a test environment's budgets, ours and the provider's. */
export async function passBudgets(
  { db }: App,
  { environment: { id } }: Pick<TestTenant, 'environment'>,
  seconds: number,
): Promise<void> {
  await db`update provider_budgets set refilled_at = refilled_at - ${seconds} * interval '1 second'
    where connection = ${id}`;
  await db`update sandbox.budgets set refilled_at = refilled_at - ${seconds} * interval '1 second'
    where partner = ${id}`;
}

/** The live environments of this many new accounts. */
export async function openAccounts(app: App, count: number): Promise<EnvironmentId[]> {
  const tenants = Array.from({ length: count }, () => testEnvironment(app, 'live'));
  return (await Promise.all(tenants)).map(({ environment }) => environment.id);
}

/** Takes until it is refused. @returns how many there were */
export async function takeAll(
  connection: Connection,
  who: EnvironmentId,
  call = 'deposit',
  purpose: CallPurpose = 'request',
) {
  let taken = 0;
  while ((await connection.take(who, purpose, [call])) === 0) taken += 1;
  return taken;
}

/** Another node's connections to the same database. */
export async function openOther({ db }: App, t: TestContext): Promise<Db> {
  const url = await urlBehind(db);
  const onError = (): void => undefined;
  const other = connect({ url, connections: 8, connectionMs: COMMAND_CONNECTION_MS, onError });
  t.after(() => other.end());
  return other;
}
