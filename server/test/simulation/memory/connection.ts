/** How the stores access the in-memory database: by statements of a connection or a transaction. */
import type { Db, Tx } from '../../../src/platform/db.ts';
import {
  begin,
  commit,
  end,
  execute,
  type MemoryDatabase,
  type Statement,
  type Transaction,
} from './database.ts';

/** Runs what happens at one moment; the simulation decides when, and whether the result is lost. */
export type Moment = <Result>(label: string, act: () => Result) => Promise<Result>;

type Runner = <Result>(label: string, run: (statement: Statement) => Result) => Promise<Result>;
const runners = new WeakMap<Db | Tx, Runner>();

/** Runs in memory what the real store does in SQL. */
export function statement<Result>(
  db: Db | Tx,
  label: string,
  run: (statement: Statement) => Result,
): Promise<Result> {
  const runner = runners.get(db);
  if (!runner) throw new Error('this database is not one of the memory');
  return runner(label, run);
}

/**
 * The server's connection to the in-memory database. SQL without an in-memory version is refused.
 */
export function openMemoryDb(database: MemoryDatabase, owner: unknown, moment: Moment): Db {
  const db: Db = Object.assign(refuseSql.bind(undefined), {
    isBatching: false,
    begin: <Result>(work: (tx: Tx) => Promise<Result>) => transact(database, owner, moment, work),
    load: () => ({ inUse: 0, idle: 0, waiting: 0 }),
    end: async () => undefined,
  });
  runners.set(db, (label, run) => {
    const tx = begin(database, owner);
    return moment(label, () => inOwnTransaction(database, tx, run)).finally(() =>
      end(database, tx),
    );
  });
  return db;
}

function inOwnTransaction<Result>(
  database: MemoryDatabase,
  tx: Transaction,
  run: (statement: Statement) => Result,
): Result {
  const result = execute(database, tx, run);
  commit(database, tx);
  return result;
}

async function transact<Result>(
  database: MemoryDatabase,
  owner: unknown,
  moment: Moment,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const transaction = begin(database, owner);
  const tx: Tx = Object.assign(refuseSql.bind(undefined), {
    transaction: true as const,
    afterCommit: () => undefined,
  });
  transactions.set(tx, { database, transaction, moment });
  runners.set(tx, (label, run) => moment(label, () => execute(database, transaction, run)));
  try {
    const result = await work(tx);
    await moment('commit', () => commit(database, transaction));
    return result;
  } finally {
    end(database, transaction);
  }
}

async function refuseSql(text: TemplateStringsArray): Promise<never> {
  throw new Error(`the memory has no version of: ${text.join('?').trim().slice(0, 80)}`);
}

/** For mutants only: executes a transaction's work in a transaction of its own. */
export async function apart<Result>(
  tx: Tx,
  label: string,
  run: (statement: Statement) => Result,
): Promise<Result> {
  const opened = transactions.get(tx);
  if (!opened) throw new Error('there is no such transaction');
  const { database, transaction, moment } = opened;
  return moment(label, () => {
    const own = begin(database, transaction.owner);
    // It may touch what the other one has locked: that is the mistake.
    const held = [...transaction.locks];
    for (const lock of held) database.locks.delete(lock);
    try {
      const result = execute(database, own, run);
      commit(database, own);
      return result;
    } finally {
      end(database, own);
      for (const lock of held) database.locks.set(lock, transaction);
    }
  });
}

interface OpenTransaction {
  readonly database: MemoryDatabase;
  readonly transaction: Transaction;
  readonly moment: Moment;
}

const transactions = new WeakMap<Tx, OpenTransaction>();
