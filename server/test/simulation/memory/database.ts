/**
 * As much of a database as the stores need: tables with rows, read committed transactions, locks on
 * rows and on keys about to be inserted, deadlocks. Uncommitted changes are visible to nobody else.
 */
import pg from 'pg';

export interface Table<Row extends object> {
  readonly name: string;
  readonly keyOf: (row: Row) => string;
  /** Further unique keys; undefined if the row has none. */
  readonly uniques?: readonly ((row: Row) => string | undefined)[];
  /** Finds a wrong change that PostgreSQL would not notice and the rows do not show later. */
  readonly faultOf?: (before: Row, after: Row, now: Date) => string | undefined;
}

// A map of tables holds rows of every type; only `Statement` gives them back their own.
type AnyTable = Table<never>;
type Changes = Map<AnyTable, Map<string, object | undefined>>;

export interface Transaction {
  /** The process it belongs to. */
  readonly owner: unknown;
  readonly changes: Changes;
  readonly locks: Set<string>;
  /** The transaction that its present statement waits for. */
  waitsFor: Transaction | undefined;
  state: 'open' | 'aborted' | 'ended';
}

export interface MemoryDatabase {
  readonly rows: Changes;
  readonly locks: Map<string, Transaction>;
  readonly open: Set<Transaction>;
  readonly sequences: Map<string, number>;
  /** Changes that should never have been made. */
  readonly faults: string[];
  readonly now: () => Date;
}

/** A statement that has to wait for another transaction to end; it is then run again. */
export class Waiting {
  readonly holder: Transaction;

  constructor(holder: Transaction) {
    this.holder = holder;
  }
}

export function openMemory(now: () => Date): MemoryDatabase {
  return {
    ...{ rows: new Map(), locks: new Map(), open: new Set(), sequences: new Map() },
    ...{ faults: [], now },
  };
}

function databaseError(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });
}

/** What one statement may do. It runs at once or, if it has to wait, not at all. */
export interface Statement {
  readonly now: Date;
  find<Row extends object>(table: Table<Row>, key: string): Row | undefined;
  /** All rows in insertion order. */
  all<Row extends object>(table: Table<Row>): Row[];
  /** As `for update`; the row once it is locked, undefined if it is gone. */
  lock<Row extends object>(table: Table<Row>, key: string): Row | undefined;
  /** Whether `skip locked` would take it. */
  isFree<Row extends object>(table: Table<Row>, key: string): boolean;
  update<Row extends object>(table: Table<Row>, row: Row, change: Partial<Row>): Row;
  /** @returns the existing row, if any, which then stays */
  insertUnlessThere<Row extends object>(table: Table<Row>, row: Row): Row | undefined;
  insert<Row extends object>(table: Table<Row>, row: Row): void;
  remove<Row extends object>(table: Table<Row>, key: string): void;
  nextOf(sequence: string): number;
}

export function begin(database: MemoryDatabase, owner: unknown): Transaction {
  const tx: Transaction = {
    owner,
    changes: new Map(),
    locks: new Set(),
    waitsFor: undefined,
    state: 'open',
  };
  database.open.add(tx);
  return tx;
}

/** As in PostgreSQL, committing a failed transaction rolls it back. */
export function commit(database: MemoryDatabase, tx: Transaction): void {
  if (tx.state === 'ended') throw databaseError('57P01', 'terminating connection');
  if (tx.state === 'open') merge(tx.changes, database.rows, false);
  end(database, tx);
}

export function end(database: MemoryDatabase, tx: Transaction): void {
  // The client rolls back what a restart has ended already; the locks may be somebody else's by
  // then.
  if (tx.state === 'ended') return;
  for (const lock of tx.locks) database.locks.delete(lock);
  tx.state = 'ended';
  database.open.delete(tx);
}

/** A transaction has to remember deletions; the tables themselves keep nothing of them. */
function merge(from: Changes, into: Changes, remembersRemovals: boolean): void {
  for (const [table, changed] of from) {
    const rows = into.get(table) ?? new Map<string, object | undefined>();
    into.set(table, rows);
    for (const [key, row] of changed) {
      if (row === undefined && !remembersRemovals) rows.delete(key);
      else rows.set(key, row);
    }
  }
}

/** Runs a statement in a transaction. @throws Waiting, or what the database would say */
export function execute<Result>(
  database: MemoryDatabase,
  tx: Transaction,
  run: (statement: Statement) => Result,
): Result {
  if (tx.state === 'ended') throw databaseError('57P01', 'terminating connection');
  if (tx.state === 'aborted') throw databaseError('25P02', 'current transaction is aborted');
  const changes: Changes = new Map();
  tx.waitsFor = undefined;
  try {
    const result = run(statementOf(database, tx, changes));
    merge(changes, tx.changes, true);
    return result;
  } catch (error) {
    if (error instanceof Waiting) tx.waitsFor = error.holder;
    else tx.state = 'aborted';
    throw error;
  }
}

/** What a statement sees: its own writes, those of its transaction, and what is committed. */
function viewOf(
  database: MemoryDatabase,
  tx: Transaction,
  changes: Changes,
): Pick<Statement, 'find' | 'all'> {
  const layers = [changes, tx.changes, database.rows];
  const find = <Row extends object>(table: Table<Row>, key: string): Row | undefined => {
    for (const layer of layers) {
      const rows = layer.get(table);
      // What is stored under a table are its rows.
      if (rows?.has(key)) return rows.get(key) as Row | undefined;
    }
    return undefined;
  };
  const all = <Row extends object>(table: Table<Row>): Row[] => {
    const committed = database.rows.get(table);
    const isTouched = changes.has(table) || tx.changes.has(table);
    // As above.
    if (!isTouched) return [...(committed?.values() ?? [])] as Row[];
    const keys = new Set(committed?.keys());
    for (const layer of [tx.changes, changes]) {
      for (const key of layer.get(table)?.keys() ?? []) keys.add(key);
    }
    return [...keys].map((key) => find(table, key)).filter((row) => row !== undefined);
  };
  return { find, all };
}

function statementOf(database: MemoryDatabase, tx: Transaction, changes: Changes): Statement {
  const { find, all } = viewOf(database, tx, changes);
  const put = (table: AnyTable, key: string, row: object | undefined): void => {
    const rows = changes.get(table) ?? new Map<string, object | undefined>();
    changes.set(table, rows.set(key, row));
  };
  const hold = (name: string): void => takeLock(database, tx, name);
  const insertUnlessThere = <Row extends object>(table: Table<Row>, row: Row): Row | undefined => {
    const keys = [table.keyOf, ...(table.uniques ?? [])];
    for (const [index, keyOf] of keys.entries()) {
      const key = keyOf(row);
      if (key === undefined) continue;
      const there = index === 0 ? find(table, key) : all(table).find((one) => keyOf(one) === key);
      if (there) return there;
      hold(`${table.name} ${String(index)} new ${key}`);
    }
    hold(`${table.name} ${table.keyOf(row)}`);
    put(table, table.keyOf(row), row);
    return undefined;
  };
  return {
    now: database.now(),
    find,
    all,
    lock: (table, key) => {
      hold(`${table.name} ${key}`);
      return find(table, key);
    },
    isFree: (table, key) => {
      const holder = database.locks.get(`${table.name} ${key}`);
      return holder === undefined || holder === tx;
    },
    update: (table, row, change) => {
      const key = table.keyOf(row);
      hold(`${table.name} ${key}`);
      const after = { ...row, ...change };
      const fault = table.faultOf?.(row, after, database.now());
      if (fault !== undefined) database.faults.push(fault);
      put(table, key, after);
      return after;
    },
    insertUnlessThere,
    insert: (table, row) => {
      if (insertUnlessThere(table, row)) throw databaseError('23505', `duplicate in ${table.name}`);
    },
    remove: (table, key) => {
      hold(`${table.name} ${key}`);
      put(table, key, undefined);
    },
    nextOf: (sequence) => {
      const next = (database.sequences.get(sequence) ?? 0) + 1;
      database.sequences.set(sequence, next);
      return next;
    },
  };
}

function takeLock(database: MemoryDatabase, tx: Transaction, name: string): void {
  const holder = database.locks.get(name);
  if (holder !== undefined && holder !== tx) {
    for (let next: Transaction | undefined = holder; next; next = next.waitsFor) {
      if (next === tx) throw databaseError('40P01', 'deadlock detected');
    }
    throw new Waiting(holder);
  }
  database.locks.set(name, tx);
  tx.locks.add(name);
}
