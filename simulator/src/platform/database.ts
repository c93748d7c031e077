import pg from 'pg';
import type { Vault } from './vault.ts';

/** Runs one statement. Each template is prepared once per connection, under its own name. */
export interface Sql {
  <Row = never>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** Seals and opens what the rows hold of people. */
  readonly vault: Vault;
}

/** Statements that commit together; a function that asks for it cannot be called outside. */
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
    // The caller names the row's type beside the columns it selects; nothing here can check it.
    return rows.map(camelCased) as Row[];
  };
  return Object.assign(run, { vault });
}

function camelCased(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [nameFor(column), value]));
}

/** By column: statements have some hundred of them in all. */
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
  /** A pooler gives each transaction another session, which knows no named statements. */
  readonly pooled: boolean;
}

export function openDatabase(settings: DatabaseSettings): Db {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: 12,
    connectionTimeoutMillis: 2_000,
    // A new connection costs the server more than many statements.
    idleTimeoutMillis: 60_000,
    // A server that hangs without a word is given up too.
    query_timeout: 4_000,
    application_name: 'ponte-sandbox',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format),
    },
  });
  // A lost idle connection is replaced by the next query; unheard, this event would end the
  // process.
  pool.on('error', ignore);

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
  // The statement under way fails too; unheard, a connection lost here would end the process.
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('begin').catch(rethrow);
    const tx = Object.assign(sqlOver(client, settings), { inTransaction: true } as const);
    const result = await work(tx);
    await client.query('commit').catch(rethrow);
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away, not returned to the pool.
    if (error instanceof ConnectionLossError) broken = error;
    else await client.query('rollback').catch((reason: Error) => (broken = reason));
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

function ignore(): void {}

/** The connection failed or did not answer; what became of the statement is unknown. */
class ConnectionLossError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the connection is lost', { cause });
    this.name = 'ConnectionLossError';
  }
}

/** What is neither the server's word nor a value that cannot be sent is the connection's. */
export function rethrow(error: unknown): never {
  const isPlain = error instanceof TypeError || error instanceof RangeError;
  if (isPlain || error instanceof pg.DatabaseError) throw error;
  throw new ConnectionLossError(error);
}

/** True when the database could not be reached or went away, as against a statement it refused. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53|25006)/.test(error.code ?? '');
  return error instanceof ConnectionLossError;
}
