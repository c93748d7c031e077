import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MUTANTS } from './mutants.ts';
import { simulate } from './simulate.ts';

/** Each is found within a hundred; whatever more it needs is no reason to fail. */
const SCHEDULES = 1_000;

for (const { name, edits, isRare } of MUTANTS) {
  if (isRare) continue;
  test(`the simulation finds the mistake: ${name}`, async () => {
    const search = { edits, stopsAtFirst: true, threads: 1 };
    const { failed } = await simulate({ from: 1, to: SCHEDULES, ...search });
    assert.ok(failed.length > 0, `not found in ${String(SCHEDULES)} schedules`);
  });
}
