import pg from 'pg';
import type { Vault } from './vault.ts';

/** Runs one statement. Each template is prepared once per connection, under a name of its own. */
export interface Sql {
  <Row = never>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** Encrypts and decrypts the personal data in rows. */
  readonly vault: Vault;
}

/** Statements that commit together; a function that takes it cannot be called outside. */
export interface Tx extends Sql {
  readonly inTransaction: true;
}

export interface Db extends Sql {
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Runner {
  query(query: pg.QueryConfig): Promise<{ rows: Record<string, unknown>[] }>;
}

const names = new WeakMap<TemplateStringsArray, string>();
let lastName = 0;

function nameOf(text: TemplateStringsArray): string {
  const known = names.get(text);
  if (known) return known;
  const name = `sandbox_${++lastName}`;
  names.set(text, name);
  return name;
}

function sqlOver(runner: Runner, { vault, pooled }: DatabaseSettings): Sql {
  const run = async <Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const numbered = text.reduce((sum, part, index) => `${sum}$${index}${part}`);
    const query = { ...(!pooled && { name: nameOf(text) }), text: numbered, values };
    const { rows } = await runner.query(query).catch(rethrow);
    // The caller states the row's type beside the columns it selects; nothing here can check it.
    return rows.map(camelCased) as Row[];
  };
  return Object.assign(run, { vault });
}

function camelCased(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [nameFor(column), value]));
}

/** Cached by column: all statements together have about a hundred of them. */
const camelNames = new Map<string, string>();

function nameFor(column: string): string {
  const known = camelNames.get(column);
  if (known !== undefined) return known;
  const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(column, name);
  return name;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint column exceeds 2^53');
  return value;
}

export interface DatabaseSettings {
  readonly url: string;
  readonly vault: Vault;
  /** A pooler gives each transaction another session, which knows no prepared statements. */
  readonly pooled: boolean;
}

export function openDatabase(settings: DatabaseSettings): Db {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: 12,
    connectionTimeoutMillis: 4_000,
    // A new connection costs the server more than many statements.
    idleTimeoutMillis: 60_000,
    // A server that hangs is given up on too.
    query_timeout: 4_000,
    application_name: 'ponte-sandbox',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format),
    },
  });
  // A lost connection is replaced by the next query; an unhandled `error` event would end the
  // process. A connection in use may also be lost before its first statement is sent.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));

  return Object.assign(sqlOver(pool, settings), {
    begin: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(pool, settings, work),
    close: () => pool.end(),
  });
}

async function inTransaction<T>(
  pool: pg.Pool,
  settings: DatabaseSettings,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(rethrow);
  let broken: Error | undefined;
  try {
    await client.query('begin').catch(rethrow);
    const tx = Object.assign(sqlOver(client, settings), { inTransaction: true } as const);
    const result = await work(tx);
    await client.query('commit').catch(rethrow);
    return result;
  } catch (error) {
    // A connection that cannot even roll back is discarded, not returned to the pool.
    if (error instanceof ConnectionLossError) broken = error;
    else await client.query('rollback').catch((reason: Error) => (broken = reason));
    throw error;
  } finally {
    client.release(broken);
  }
}

function ignore(): void {}

/** The connection failed or did not answer; the outcome of the statement is unknown. */
class ConnectionLossError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the connection is lost', { cause });
    this.name = 'ConnectionLossError';
  }
}

/**
 * An error that is neither the server's nor about a value that cannot be sent is the connection's.
 */
export function rethrow(error: unknown): never {
  const isPlain = error instanceof TypeError || error instanceof RangeError;
  if (isPlain || error instanceof pg.DatabaseError) throw error;
  throw new ConnectionLossError(error);
}

/** Whether the database could not be reached or went away, rather than refused a statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53|25006)/.test(error.code ?? '');
  return error instanceof ConnectionLossError;
}
