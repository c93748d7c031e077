import pg from 'pg';

/** Runs one statement. Each template is prepared once per connection, under its own name. */
export interface Sql {
  <Row = never>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
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

function sqlOver(runner: Runner): Sql {
  return async <Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const numbered = text.reduce((sum, part, index) => `${sum}$${index}${part}`);
    const { rows } = await runner.query({ name: nameOf(text), text: numbered, values });
    // The caller names the row's type beside the columns it selects; nothing here can check it.
    return rows.map(camelCased) as Row[];
  };
}

function camelCased(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint column exceeds 2^53');
  return value;
}

export function openDatabase(url: string): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 5_000,
    application_name: 'ponte-sandbox',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format),
    },
  });
  // A lost idle connection is replaced by the next query; unheard, this event would end the
  // process.
  pool.on('error', ignore);

  return Object.assign(sqlOver(pool), {
    begin: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(pool, work),
    close: () => pool.end(),
  });
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // The statement under way fails too; unheard, a connection lost here would end the process.
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const tx = Object.assign(sqlOver(client), { inTransaction: true } as const);
    const result = await work(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away, not returned to the pool.
    await client.query('rollback').catch((reason: Error) => (broken = reason));
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

function ignore(): void {}

/** True when the database could not be reached or went away, as against a statement it refused. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(08|57P|53300|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)) return true;
  return /connection terminated|timeout exceeded when trying to connect|not queryable/i.test(
    error.message,
  );
}
