import assert from 'node:assert/strict';
import type { Mode } from '../src/accounts/environment.ts';
import type { App } from '../src/app.ts';
import type { Deposit } from '../src/deposits/deposit.ts';
import type { EnvironmentId } from '../src/ids.ts';
import { type Connection, connectionOf } from '../src/provider/connection.ts';
import type { ChargeReading, ChargeStatus, PixProvider } from '../src/provider/port.ts';
import { reconcile } from '../src/reconciliation/reconcile.ts';
import { listRequested, requestSweep } from '../src/reconciliation/store.ts';
import { testApp, testEnvironment, type TestTenant } from './app.ts';
import { insertDeposit, newDeposit, readingOf } from './deposits.ts';
import { silentProvider } from './silent-provider.ts';

export const HOUR = 3_600_000;

/** A charge in a provider's books. */
export interface Entry {
  readonly ref: string;
  readonly at: Date;
  reading: ChargeReading;
  /** What its list says instead of what the status call returns. */
  readonly listed?: readonly ChargeStatus[];
}

/** Providers whose books a test writes itself, and operations on them. */
export interface Books {
  readonly app: App;
  /** What the providers were asked for individually, and how often for their lists. */
  readonly asked: { refs: string[]; lists: number };
  /** Called before each response; what it throws is the response. */
  fault: ((what: 'list' | 'read') => void) | undefined;
  open(mode?: Mode): Promise<TestTenant>;
  /** A deposit of ours created that long ago, and the provider's entry for it. */
  made(
    tenant: TestTenant,
    agoMs: number,
    reading?: Partial<ChargeReading>,
    entry?: Partial<Entry> | 'absent',
  ): Promise<Deposit>;
  enter(tenant: TestTenant, entry: Entry): void;
  /** A charge that is not a deposit of ours. */
  stranger(tenant: TestTenant, agoMs: number, status: ChargeStatus): Entry;
  /** A whole pass, step by step. @returns how many turns it took */
  passOver(tenant: TestTenant, spanMs?: number): Promise<number>;
}

export async function openBooks(): Promise<Books> {
  const entries = new Map<Connection, Entry[]>();
  const bookOf = ({ environment }: TestTenant): Entry[] => bookAt(connectionAt({ environment }));
  const bookAt = (connection: Connection): Entry[] => {
    const book = entries.get(connection) ?? [];
    entries.set(connection, book);
    return book;
  };
  const app = await testApp(undefined, {
    providerOf: (tenant) => providerOn(books, () => bookAt(connectionOf(tenant))),
  });
  const books: Books = {
    app,
    asked: { refs: [], lists: 0 },
    fault: undefined,
    open: (mode = 'test') => testEnvironment(app, mode),
    made: async (tenant, agoMs, reading = {}, entry = {}) => {
      const deposit = await insertPast(app, tenant.environment.id, agoMs);
      if (entry !== 'absent') {
        const { providerRef: ref, createdAt: at } = deposit;
        bookOf(tenant).push({ ref, at, reading: readingOf(deposit, reading), ...entry });
      }
      return deposit;
    },
    enter: (tenant, entry) => void bookOf(tenant).push(entry),
    stranger: (tenant, agoMs, status) => {
      const deposit = newDeposit();
      const reading = readingOf(deposit, { status, raw: '{"a":1}' });
      const entry = { ref: deposit.providerRef, at: ago(agoMs), reading };
      bookOf(tenant).push(entry);
      return entry;
    },
    passOver: (tenant, spanMs = 80 * 24 * HOUR) => passOver(app, connectionAt(tenant), spanMs),
  };
  return books;
}

export const ago = (ms: number): Date => new Date(Date.now() - ms);

function connectionAt({ environment }: Pick<TestTenant, 'environment'>): Connection {
  return connectionOf({ environmentId: environment.id, mode: environment.mode });
}

function providerOn(books: Books, book: () => Entry[]): PixProvider {
  return silentProvider({
    listCharges: async (from, to) => {
      books.asked.lists += 1;
      books.fault?.('list');
      return book()
        .filter(({ at }) => at >= from && at < to)
        .flatMap(({ ref, reading, listed }) =>
          (listed ?? [reading.status]).map((status) => ({ ref, status })),
        );
    },
    readCharge: async (ref) => {
      books.asked.refs.push(ref);
      books.fault?.('read');
      return book().find((entry) => entry.ref === ref)?.reading;
    },
  });
}

async function insertPast(app: App, environmentId: EnvironmentId, agoMs: number): Promise<Deposit> {
  const createdAt = ago(agoMs);
  const deposit = newDeposit({ environmentId, createdAt, expiresAt: createdAt });
  await app.db.begin((tx) => insertDeposit(tx, app, deposit));
  // Looks are paused: whatever becomes known was found by reconciliation.
  await app.db`update deposits set look_at = null where id = ${deposit.id}`;
  return deposit;
}

async function passOver(app: App, connection: Connection, spanMs: number): Promise<number> {
  await requestSweep(app.db, connection, spanMs);
  let turns = 0;
  while ((await listRequested(app.db)).includes(connection)) {
    assert.ok((turns += 1) < 500, 'it never finishes');
    await reconcile(app);
    await app.db`
      update reconciliation_sweeps set due_at = now() where connection = ${connection}`;
  }
  return turns;
}

export async function differencesOf({ db }: App, ref: string) {
  return db<{ kind: string; resolution: string | null; environmentId: EnvironmentId | null }>`
    select kind, resolution, environment_id from reconciliation_differences
    where provider_ref = ${ref} order by id`;
}
