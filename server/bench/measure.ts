import assert from 'node:assert/strict';
import type { Db } from '../src/platform/db.ts';
import { measureDatabase, type Tool } from './database-limit.ts';
import type { Gateway } from './gateway.ts';
import { load, type LoadOptions, type LoadResult } from './load.ts';
import type { Series } from './report.ts';

/**
 * Connections to the API: more than the database gets, since a request also waits for the provider.
 */
export const CLIENTS = 64;

export interface RunLength {
  readonly rounds: number;
  readonly databaseSeconds: number;
  readonly apiSeconds: number;
  /** At the start of each load on the API; not counted. */
  readonly warmUpMs: number;
}

export interface Bench {
  readonly url: string;
  readonly db: Db;
  readonly gateway: Gateway;
  readonly tool: Tool;
}

const BODY = '{"amountCents":5000,"taxId":"12345678909"}';
const FIRST_SECONDS = 0.5;

/** Measures the database and the API in turn. @throws when an answer, a row or a charge is wrong */
export async function measure(bench: Bench, length: RunLength): Promise<Series[]> {
  const { url, tool } = bench;
  const writes: number[] = [];
  const reads: number[] = [];
  const created: LoadResult[] = [];
  const looked: LoadResult[] = [];
  // There are ids to read from the start, also for a round that begins with the reading.
  const first = await create(bench, length, FIRST_SECONDS);
  const steps = [
    async () => writes.push(await measureDatabase(tool, url, 'write', length.databaseSeconds)),
    async () => created.push(await create(bench, length, length.apiSeconds)),
    async () => reads.push(await measureDatabase(tool, url, 'read', length.databaseSeconds)),
    async () => looked.push(await look(bench, length, first.ids)),
  ];
  for (let round = 1; round <= length.rounds; round += 1) {
    // There and back, so that a machine that slows down slows both sides of a ratio.
    for (const step of round % 2 === 0 ? steps.toReversed() : steps) await step();
    process.stderr.write(`round ${String(round)} of ${String(length.rounds)}\n`);
  }
  await assertComplete(bench, [first, ...created]);
  const limit = { name: 'L: one deposit in bare SQL', perRound: writes };
  const rows = { name: 'R: one row by its key in bare SQL', perRound: reads };
  return [
    limit,
    { name: 'POST deposit, whole path, beside L', beside: limit, ...seriesOf(created) },
    rows,
    { name: 'GET deposit status, beside R', beside: rows, ...seriesOf(looked) },
  ];
}

function create(bench: Bench, length: RunLength, seconds: number): Promise<LoadResult> {
  const target = { kind: 'create', body: BODY } as const;
  return load({ ...commonOf(bench, length), seconds, keepIds: 1_000, target });
}

function look(bench: Bench, length: RunLength, ids: readonly string[]): Promise<LoadResult> {
  const target = { kind: 'read', ids } as const;
  return load({ ...commonOf(bench, length), seconds: length.apiSeconds, keepIds: 0, target });
}

function commonOf(
  { gateway }: Bench,
  { warmUpMs }: RunLength,
): Pick<LoadOptions, 'port' | 'key' | 'connections' | 'warmUpMs'> {
  return { port: gateway.port, key: gateway.key, connections: CLIENTS, warmUpMs };
}

function seriesOf(results: readonly LoadResult[]): Pick<Series, 'perRound' | 'p50Ms' | 'p99Ms'> {
  return {
    perRound: results.map(({ perSecond }) => perSecond),
    p50Ms: results.map(({ p50Ms }) => p50Ms),
    p99Ms: results.map(({ p99Ms }) => p99Ms),
  };
}

/** Every 201 is one deposit, one finished key and one charge; there is nothing else. */
async function assertComplete(
  { db, gateway }: Bench,
  results: readonly LoadResult[],
): Promise<void> {
  const wanted = results.reduce((sum, { answers }) => sum + answers, 0);
  const [rows] = await db<Record<string, number>>`
    select (select count(*) from deposits) as deposits,
      (select count(*) from idempotency_keys) as keys,
      (select count(*) from idempotency_keys where state = 'done') as done,
      (select count(*) from orphans) as orphans`;
  assert.deepEqual(
    { ...rows, charges: await gateway.charges() },
    { deposits: wanted, keys: wanted, done: wanted, orphans: 0, charges: wanted },
  );
}
