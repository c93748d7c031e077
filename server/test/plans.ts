import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '../src/platform/db.ts';
import { compile } from '../src/platform/sql.ts';
import { isObject } from '../src/platform/json.ts';

/** What one statement cost. All figures are exact and independent of the machine's speed. */
export interface Cost {
  readonly statement: string;
  /** Planned for these parameters, or once for any: the server may do either, as it sees fit. */
  readonly plan: 'custom' | 'generic';
  /** Pages of 8 KiB that were read, from memory or from disk. */
  readonly buffers: number;
  /** Rows, or pairs of them, that were read and discarded. */
  readonly discarded: number;
  /** The plan's nodes, such as `Index Scan Backward deposits_wallet` or `Sort`, outermost first. */
  readonly steps: readonly string[];
}

/**
 * The cost of each statement that `work` runs on the `Db` it is given, under both kinds of plan.
 * The work is done as usual; measuring leaves nothing behind. Put bounds on `worstOf`.
 */
export async function costsOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<Cost[]> {
  const costs: Cost[] = [];
  const measuring: Db['begin'] = (run) =>
    db.begin(async (tx) => {
      const { afterCommit } = tx;
      return run(Object.assign(measured(tx, costs), { transaction: true as const, afterCommit }));
    });
  const alone: Measured = (text, ...values) => measuring((tx) => tx(text, ...values));
  await work(
    Object.assign(alone, { begin: measuring, load: db.load, end: () => Promise.resolve() }),
  );
  return costs;
}

/** The highest figures, for a bound whose failure says what was wrong. */
export function worstOf(costs: readonly Cost[]): Pick<Cost, 'buffers' | 'discarded'> {
  return {
    buffers: Math.max(...costs.map(({ buffers }) => buffers)),
    discarded: Math.max(...costs.map(({ discarded }) => discarded)),
  };
}

const TURNS = 12;

/**
 * The statements of `work` that the server replans each time they run, judging by the estimated
 * costs of its first five plans in one session.
 */
export async function findReplanned(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  return db.begin(async (tx) => {
    const before = await readCustomPlans(tx);
    const alone: Measured = (text, ...values) => tx(text, ...values);
    const begin: Db['begin'] = (run) => run(tx);
    const session = Object.assign(alone, { begin, load: db.load, end: () => Promise.resolve() });
    for (let turn = 0; turn < TURNS; turn += 1) await work(session);
    const after = await readCustomPlans(tx);
    return [...after.keys()].filter(
      (statement) => (after.get(statement) ?? 0) - (before.get(statement) ?? 0) >= TURNS,
    );
  });
}

async function readCustomPlans(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx<{ statement: string; customPlans: number }>`
    select statement, custom_plans from pg_prepared_statements`;
  return new Map(rows.map(({ statement, customPlans }) => [statement, customPlans]));
}

type Measured = <Row extends object>(
  text: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>;

function measured(tx: Tx, costs: Cost[]): Measured {
  return async (template, ...given) => {
    const { text, values } = compile(template, given);
    for (const plan of ['custom', 'generic'] as const) {
      await raw(tx, 'savepoint measured');
      costs.push({ statement: text, plan, ...(await explain(tx, plan, text, values)) });
      await raw(tx, 'rollback to savepoint measured');
    }
    return tx(template, ...given);
  };
}

async function explain(tx: Tx, plan: Cost['plan'], text: string, values: unknown[]) {
  // A prepared statement outlives its transaction, even a failed one, so each has its own name.
  const name = `measured_${randomBytes(8).toString('hex')}`;
  await raw(tx, `set local plan_cache_mode = force_${plan}_plan`);
  await raw(tx, `prepare ${name} as ${text}`);
  const parameters = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : '';
  const [row] = await raw(
    tx,
    `explain (analyze, buffers, format json, timing off) execute ${name}${parameters}`,
  );
  await raw(tx, `deallocate ${name}`);
  return readPlan(row?.['QUERY PLAN']);
}

function readPlan(answer: unknown): Pick<Cost, 'buffers' | 'discarded' | 'steps'> {
  const [first]: unknown[] = Array.isArray(answer) ? answer : [];
  const top = isObject(first) ? first['Plan'] : undefined;
  if (!isObject(top)) throw new Error('the server explained nothing');
  const nodes = nodesOf(top);
  return {
    // The outermost node includes what those below it read.
    buffers: figure(top, 'Shared Hit Blocks') + figure(top, 'Shared Read Blocks'),
    discarded: nodes.reduce(
      (sum, node) =>
        sum +
        figure(node, 'Actual Loops') *
          REMOVED.reduce((removed, by) => removed + figure(node, `Rows Removed by ${by}`), 0),
      0,
    ),
    steps: nodes.map((node) =>
      ['Node Type', 'Scan Direction', 'Index Name', 'Relation Name']
        .map((key) => node[key])
        .filter((word) => word !== undefined && word !== 'Forward')
        .join(' '),
    ),
  };
}

const REMOVED = ['Filter', 'Index Recheck', 'Join Filter'];

type Node = Record<string, unknown>;

function nodesOf(node: Node): Node[] {
  const { Plans: below } = node;
  return [node, ...(Array.isArray(below) ? below.filter(isObject).flatMap(nodesOf) : [])];
}

function figure(node: Node, key: string): number {
  return Number(node[key] ?? 0);
}

/** Runs generated SQL. The tag accepts any template, even one that is not in any source file. */
function raw(tx: Tx, text: string): Promise<Node[]> {
  return tx<Node>(Object.assign([text], { raw: [text] }));
}

/** Untyped, like a parameter on the wire: the statement decides its type. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return quoted(value.toISOString());
  if (value instanceof Uint8Array) return quoted(`\\x${Buffer.from(value).toString('hex')}`);
  if (Array.isArray(value)) return quoted(`{${value.map(elementOf).join(',')}}`);
  return quoted(isObject(value) ? JSON.stringify(value) : String(value));
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  return JSON.stringify(value instanceof Date ? value.toISOString() : String(value));
}

function quoted(text: string): string {
  const escaped = text.replaceAll("'", "''");
  return text.includes('\\') ? `E'${escaped.replaceAll('\\', '\\\\')}'` : `'${escaped}'`;
}
