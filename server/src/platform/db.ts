import { createHash } from 'node:crypto';
import pg from 'pg';

/** SQL as a tagged template: `db<Row>\`select …\`` answers the rows with camelCase names. */
interface Sql {
  <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]>;
}

/** One transaction. Functions that must be atomic with others ask for this, not for `Db`. */
export interface Tx extends Sql {
  readonly transaction: true;
}

export interface Db extends Sql {
  begin<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

export interface DbSettings {
  readonly url: string;
  readonly connections: number;
  readonly onError: (error: Error) => void;
}

export function connect(settings: DbSettings): Db {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    // Without it a caller would wait for ever when the database is away.
    connectionTimeoutMillis: 2_000,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    types: columnTypes(),
  });
  // An unheard error of an idle connection would end the process.
  pool.on('error', settings.onError);
  const run: Sql = (text, ...values) => query(pool, text, values);
  return Object.assign(run, {
    begin: <Result>(work: (tx: Tx) => Promise<Result>) => transact(pool, settings.onError, work),
    end: () => pool.end(),
  });
}

async function transact<Result>(
  pool: pg.Pool,
  onError: (error: Error) => void,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  client.on('error', onError);
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const run: Sql = (text, ...values) => query(client, text, values);
    const result = await work(Object.assign(run, { transaction: true as const }));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error('rollback failed');
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A template is one object for ever, so each is named, and so prepared, once. */
const statements = new WeakMap<TemplateStringsArray, Statement>();

function statementOf(template: TemplateStringsArray): Statement {
  const known = statements.get(template);
  if (known) return known;
  const text = template.reduce((sql, part, index) => `${sql}$${String(index)}${part}`);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const statement = { name, text };
  statements.set(template, statement);
  return statement;
}

async function query<Row extends object>(
  runner: pg.Pool | pg.PoolClient,
  template: TemplateStringsArray,
  values: readonly unknown[],
): Promise<Row[]> {
  const { name, text } = statementOf(template);
  const result = await runner.query<unknown[]>({
    name,
    text,
    values: [...values],
    rowMode: 'array',
  });
  const names = result.fields.map((field) => camelCase(field.name));
  // The caller's row type restates the columns of its own SQL, next to it.
  return result.rows.map((row) => Object.fromEntries(names.map((key, i) => [key, row[i]])) as Row);
}

const camelNames = new Map<string, string>();

function camelCase(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) return known;
  const camel = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(name, camel);
  return camel;
}

/** `bigint` columns become numbers; one beyond 2^53 is refused rather than rounded. */
function columnTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError('bigint beyond the safe integers');
    return value;
  });
  return types;
}

/** Whether a row was refused because an equal one exists; only this is a duplicate. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint === constraint;
}

const AWAY_CODES = /^(08|53|57P0|57014|55P03|25006|40001|40P01|XX000)/;
const AWAY_TEXTS =
  /terminat|timeout exceeded|ECONNREFUSED|ECONNRESET|EPIPE|not queryable|socket|Client has encountered/i;

/** Whether the database could not serve; the outcome of the statement is then unknown. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_CODES.test(error.code ?? '');
  return (
    error instanceof Error &&
    AWAY_TEXTS.test(`${'code' in error ? String(error.code) : ''} ${error.message}`)
  );
}
