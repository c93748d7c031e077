import { createHash } from 'node:crypto';
import { SpanStatusCode, trace } from '@opentelemetry/api';
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
  /**
   * Whether a pooler hands each transaction another session: nothing may then outlive a
   * transaction, neither a named statement nor a setting of the session.
   */
  readonly pooled?: boolean | undefined;
}

const STATEMENT_TIMEOUT_MS = 15_000;

/** Of the session, so that the server itself ends what nobody waits for any more. */
const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
};

export function connect(settings: DbSettings): Db {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    // Without it a caller would wait for ever when the database is away.
    connectionTimeoutMillis: 2_000,
    // Behind a pooler only this end can give up; limits of the server are then its role's.
    ...(settings.pooled ? { query_timeout: STATEMENT_TIMEOUT_MS } : SESSION_LIMITS),
    keepAlive: true,
    types: columnTypes(),
  });
  // An unheard error of an idle connection would end the process.
  pool.on('error', settings.onError);
  const named = settings.pooled !== true;
  const run: Sql = (text, ...values) => query(pool, named, text, values);
  return Object.assign(run, {
    begin: <Result>(work: (tx: Tx) => Promise<Result>) => transact(pool, settings, work),
    end: () => pool.end(),
  });
}

async function transact<Result>(
  pool: pg.Pool,
  { onError, pooled }: DbSettings,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  client.on('error', onError);
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const run: Sql = (text, ...values) => query(client, pooled !== true, text, values);
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

/** A part of a statement that not every call has: `${status ? sql\`and status = ${status}\` : sql\`\`}`. */
export class Fragment {
  readonly template: TemplateStringsArray;
  readonly values: readonly unknown[];

  constructor(template: TemplateStringsArray, values: readonly unknown[]) {
    this.template = template;
    this.values = values;
  }
}

export function sql(template: TemplateStringsArray, ...values: readonly unknown[]): Fragment {
  return new Fragment(template, values);
}

/** Conditions beyond the first, each only where it is meant: the planner then sees no `or`. */
export function when(given: unknown, condition: Fragment): Fragment {
  return given === undefined || given === null ? sql`` : condition;
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A template without fragments is one text for ever. */
const plain = new WeakMap<TemplateStringsArray, Statement>();

/** The text with numbered parameters, and their values in order. */
export function compile(
  template: TemplateStringsArray,
  given: readonly unknown[],
): Statement & { readonly values: unknown[] } {
  const hasFragments = given.some((value) => value instanceof Fragment);
  const known = hasFragments ? undefined : plain.get(template);
  if (known) return { ...known, values: [...given] };
  const values: unknown[] = [];
  const text = textOf(template, given, values);
  // Named, each text is prepared once a connection.
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  if (!hasFragments) plain.set(template, { name, text });
  return { name, text, values };
}

function textOf(
  template: TemplateStringsArray,
  given: readonly unknown[],
  values: unknown[],
): string {
  return template.reduce((text, part, index) => {
    const value = given[index - 1];
    if (value instanceof Fragment) {
      return `${text}${textOf(value.template, value.values, values)}${part}`;
    }
    return `${text}$${String(values.push(value))}${part}`;
  });
}

const tracer = trace.getTracer('ponte');

async function query<Row extends object>(
  runner: pg.Pool | pg.PoolClient,
  named: boolean,
  template: TemplateStringsArray,
  given: readonly unknown[],
): Promise<Row[]> {
  const { name, text, values } = compile(template, given);
  const span = tracer.startSpan('postgresql', { attributes: { 'db.query.text': text } });
  try {
    const result = await runner.query<unknown[]>({
      ...(named && { name }),
      text,
      values,
      rowMode: 'array',
    });
    const names = result.fields.map((field) => camelCase(field.name));
    // The caller's row type restates the columns of its own SQL, next to it.
    return result.rows.map(
      (row) => Object.fromEntries(names.map((key, i) => [key, row[i]])) as Row,
    );
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
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
