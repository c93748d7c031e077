import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { identifier } from '../../src/platform/sql.ts';
import { seededRandom } from '../kill/random.ts';
import type { Known } from './call.ts';
import { nextCall } from './calls.ts';
import { rowsOf } from './check-invariants.ts';
import type { Table } from './memory/database.ts';
import * as tables from './memory/tables.ts';
import { openSides, type Side, type Sides } from './sides.ts';

const CALLS = 1_200;

/** Compared row by row. Ids that each side generates are left out. */
const COMPARED: readonly (readonly [table: Table<never>, left: readonly string[]])[] = [
  [tables.keys, []],
  [tables.attempts, []],
  [tables.orphans, []],
  [tables.deposits, []],
  [tables.withdrawals, []],
  [tables.transitions, []],
  [tables.events, ['id']],
  [tables.endpoints, []],
  [tables.deliveries, ['id', 'eventId']],
  [tables.sendings, ['deliveryId']],
  [tables.notices, []],
];

for (const seed of [1, 2, 3]) {
  test(`the in-memory database answers random calls like PostgreSQL, seed ${String(seed)}`, async () => {
    const sides = await openSides();
    const random = seededRandom(seed);
    const [real, memory] = [newKnown(), newKnown()];
    for (let at = 0; at < CALLS; at += 1) {
      if (random.fraction() < 0.3) await sides.moveClock(passing(random.fraction()));
      const { name, call } = nextCall(random, sides);
      const outcomes = await Promise.all([
        outcomeOf(() => call(sides.real, real)),
        outcomeOf(() => call(sides.memory, memory)),
      ]);
      assert.deepEqual(outcomes[1], outcomes[0], `call ${String(at)}: ${name}`);
    }
    await compareRows(sides);
  });
}

function newKnown(): Known {
  return { claims: [], keys: [], deposits: [], notices: [], leased: [] };
}

/** Mostly seconds; sometimes longer than a lease, or a day. */
function passing(chance: number): number {
  if (chance < 0.7) return Math.floor(chance * 10_000) + 1;
  return chance < 0.97 ? 31_000 + Math.floor(chance * 60_000) : 25 * 3_600_000;
}

/** The result as text; of errors only what the program can distinguish. */
async function outcomeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return plain(await call());
  } catch (error) {
    if (error instanceof pg.DatabaseError) return `fails with ${error.code ?? 'no code'}`;
    return `fails: ${String(error)}`;
  }
}

/** Dates as numbers, bytes as hex, and sets of rows sorted. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (Array.isArray(value)) {
    const items = value.map(plain);
    // A statement's rows have no order; results of a batch are in the order of its items.
    return items.every((item) => typeof item !== 'boolean') ? inOrder(items) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

function inOrder(items: readonly unknown[]): unknown[] {
  const texts = items.map((item) => ({ item, text: JSON.stringify(item, sortedNames) }));
  return texts.sort((one, other) => (one.text < other.text ? -1 : 1)).map(({ item }) => item);
}

function sortedNames(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function compareRows({ real, database }: Sides): Promise<void> {
  for (const [table, left] of COMPARED) {
    const kept: readonly object[] = rowsOf(database, table);
    const rows = await real.app.db<Record<string, unknown>>`
      select * from ${identifier(table.name)}`;
    const [first = {}] = kept;
    const names = Object.keys(first).filter((name) => !left.includes(name));
    const chosen = (row: object): object =>
      Object.fromEntries(names.map((name) => [name, Reflect.get(row, name)]));
    assert.deepEqual(plain(kept.map(chosen)), plain(rows.map(chosen)), table.name);
  }
  assert.deepEqual(plain(sumsOf(rowsOf(database, tables.sums))), plain(await realSumsOf(real)));
}

/** It does not matter in which shard of a subject's sums a deposit is counted. */
async function realSumsOf({ app }: Side): Promise<unknown[]> {
  return sumsOf(await app.db<tables.SumRow>`select * from deposit_sums`);
}

function sumsOf(rows: readonly tables.SumRow[]): unknown[] {
  return [...Map.groupBy(rows, ({ subjectId }) => subjectId)].map(([subjectId, parts]) => ({
    subjectId,
    confirmedCount: parts.reduce((sum, part) => sum + part.confirmedCount, 0),
    receivedCents: parts.reduce((sum, part) => sum + part.receivedCents, 0),
    refundedCents: parts.reduce((sum, part) => sum + part.refundedCents, 0),
  }));
}
