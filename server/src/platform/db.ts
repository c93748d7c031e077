import { SpanStatusCode, trace } from '@opentelemetry/api';
import pg from 'pg';
import { columnTypes, rowsOf } from './read-rows.ts';
import { compile } from './sql.ts';

/** SQL as a tagged template: `db<Row>\`select …\`` returns the rows with camelCase names. */
interface Sql {
  <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]>;
}

/** One transaction. Functions that must be atomic with others ask for this, not for `Db`. */
export interface Tx extends Sql {
  readonly transaction: true;
  /** Runs this once the transaction has committed, and never if it does not. */
  afterCommit(work: (db: Db) => void): void;
}

export interface Db extends Sql {
  begin<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Whether simultaneous calls may share a statement (`platform/batch.ts`). */
  readonly isBatching?: boolean;
  /** A replica, for what may be a moment old (`platform/replica.ts`). */
  readonly stale?: Db;
  /** The state of the connection pool. */
  load(): { readonly inUse: number; readonly idle: number; readonly waiting: number };
  end(): Promise<void>;
}

export interface DbSettings {
  readonly url: string;
  readonly connections: number;
  /** What the database calls our sessions; by default they have no name. */
  readonly name?: string | undefined;
  readonly onError: (error: Error) => void;
  /**
   * Whether a pooler hands each transaction another session: nothing may then outlive a
   * transaction, neither a named statement nor a setting of the session. Each sets its own limits.
   */
  readonly pooled?: boolean | undefined;
  /** How long to wait for a connection, new or from the pool. */
  readonly connectionMs?: number | undefined;
  /** How long one statement may take, even if the server hangs silently. */
  readonly answerMs?: number | undefined;
  /** True by default. */
  readonly isBatching?: boolean | undefined;
}

/** Short enough that a client gets its answer within 2 s. */
const CONNECTION_MS = 1_500;
/** A command may wait longer than a client, and the machine may be busy. */
export const COMMAND_CONNECTION_MS = 10_000;
/** A new connection costs as much as many statements, so keep them between two bursts. */
const IDLE_MS = 60_000;
const ANSWER_MS = 15_000;
/** So that the server gives up first, which keeps the connection usable. */
const GRACE_MS = 500;

export function connect(settings: DbSettings): Db {
  const named = settings.pooled !== true;
  let pool = openPool(settings);
  /** If one connection is silent the others are too: replace them all instead of waiting again. */
  const onPool = async <Result>(work: (on: pg.Pool) => Promise<Result>): Promise<Result> => {
    const used = pool;
    try {
      return await work(used);
    } catch (error) {
      if (error instanceof DatabaseAwayError && error.isSilence && pool === used) {
        pool = openPool(settings);
        used.end().catch(settings.onError);
      }
      throw error;
    }
  };
  const run: Sql = (text, ...values) => onPool((on) => query(on, named, text, values));
  const db: Db = Object.assign(run, {
    isBatching: settings.isBatching ?? true,
    begin: async <Result>(work: (tx: Tx) => Promise<Result>) => {
      const after: ((db: Db) => void)[] = [];
      const result = await onPool((on) => transact(on, settings, work, after));
      for (const next of after) {
        try {
          next(db);
        } catch (error) {
          // It has committed: the caller must not be told that it failed.
          settings.onError(error instanceof Error ? error : new Error('afterCommit failed'));
        }
      }
      return result;
    },
    load: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end: () => pool.end(),
  });
  return db;
}

function openPool(settings: DbSettings): pg.Pool {
  const answerMs = settings.answerMs ?? ANSWER_MS;
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    ...(settings.name !== undefined && { application_name: settings.name }),
    connectionTimeoutMillis: settings.connectionMs ?? CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: answerMs + GRACE_MS,
    // Behind a pooler only the client can give up a statement outside a transaction.
    ...(settings.pooled !== true && sessionLimits(answerMs)),
    keepAlive: true,
    types: columnTypes(),
  });
  // An unhandled error would end the process. The pool reports those of idle connections; of one in
  // use, statements fail, but an error may come before the first is sent.
  pool.on('error', settings.onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Settings of the session, so that the server itself ends what nobody waits for any more. */
function sessionLimits(answerMs: number) {
  return {
    statement_timeout: answerMs,
    lock_timeout: Math.min(answerMs, 10_000),
    idle_in_transaction_session_timeout: 15_000,
  };
}

async function transact<Result>(
  pool: pg.Pool,
  { pooled, answerMs = ANSWER_MS }: DbSettings,
  work: (tx: Tx) => Promise<Result>,
  after: ((db: Db) => void)[],
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => rethrow(error));
  let broken: Error | undefined;
  try {
    await timed(client, pooled === true ? beginWithin(answerMs) : 'begin');
    const run: Sql = (text, ...values) => query(client, pooled !== true, text, values);
    const afterCommit = (next: (db: Db) => void): void => void after.push(next);
    const result = await work(Object.assign(run, { transaction: true as const, afterCommit }));
    const { command } = await timed(client, 'commit');
    // The only sign that the server gives when a failed statement was ignored before the commit.
    if (command === 'ROLLBACK')
      throw new Error('a transaction that had failed was to be committed');
    return result;
  } catch (error) {
    // Do not wait again for a connection that does not answer; the server rolls back by itself.
    if (error instanceof DatabaseAwayError) broken = error;
    else {
      await client.query('rollback').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Limits for one transaction, since no session remembers them behind a pooler. */
function beginWithin(answerMs: number): string {
  const limits = Object.entries(sessionLimits(answerMs));
  return ['begin', ...limits.map(([name, ms]) => `set local ${name} = ${String(ms)}`)].join('; ');
}

async function timed(client: pg.PoolClient, statement: string): Promise<pg.QueryResult> {
  const startedAt = performance.now();
  return client
    .query(statement)
    .catch((error: unknown) => rethrow(error, performance.now() - startedAt));
}

const tracer = trace.getTracer('ponte');

async function query<Row extends object>(
  runner: pg.Pool | pg.PoolClient,
  named: boolean,
  template: TemplateStringsArray,
  given: readonly unknown[],
): Promise<Row[]> {
  const { name, text, values } = compile(template, given);
  // Only as part of another span: workers poll endlessly for work.
  const span =
    trace.getActiveSpan() &&
    tracer.startSpan('postgresql', { attributes: { 'db.query.text': text } });
  const startedAt = performance.now();
  try {
    const result = await runner.query<unknown[]>({
      ...(named && { name }),
      text,
      values,
      rowMode: 'array',
    });
    return rowsOf<Row>(template, result);
  } catch (error) {
    span?.setStatus({ code: SpanStatusCode.ERROR });
    return rethrow(error, performance.now() - startedAt);
  } finally {
    span?.end();
  }
}

/** Whether a row was refused because an equal one exists. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint === constraint;
}

/** The connection failed or did not answer; whether the statement took effect is unknown. */
export class DatabaseAwayError extends Error {
  readonly code: string | undefined;
  /** Whether it failed after a silence longer than any wait for a connection. */
  readonly isSilence: boolean;

  constructor(cause: unknown, tookMs: number) {
    super(cause instanceof Error ? cause.message : 'the database is away', { cause });
    this.name = 'DatabaseAwayError';
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
    this.isSilence = tookMs > CONNECTION_MS * 2;
  }
}

/** Any error is the connection's but the server's own, or one of a value that cannot be sent. */
function rethrow(error: unknown, tookMs = 0): never {
  if (error instanceof pg.DatabaseError) throw error;
  if (error instanceof TypeError || error instanceof RangeError) throw error;
  throw new DatabaseAwayError(error, tookMs);
}

/** Whether two transactions conflicted, so that this one was rolled back. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^40(001|P01)$/.test(error.code ?? '');
}

/**
 * The server's codes for not being able to serve: connection trouble, sign-in refused, as while a
 * password is changed, no such database, as while one is replaced, resources, shutdown, time-outs,
 * locks not available, a standby that took over, deadlocks, internal errors.
 */
const AWAY_CODES = /^(08|28|3D000|53|57P0|57014|55P03|25006|25P03|25P04|40001|40P01|58|XX000)/;

/** Whether the database could not serve; the outcome of the statement is then unknown. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_CODES.test(error.code ?? '');
  return error instanceof DatabaseAwayError;
}
