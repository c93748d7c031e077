import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MUTANTS } from './mutants.ts';
import { simulate } from './simulate.ts';

const SCHEDULES = 10_000;

for (const { name, edits, isRare } of MUTANTS) {
  if (!isRare) continue;
  test(`the simulation finds the rare mistake: ${name}`, async () => {
    const { failed } = await simulate({ from: 1, to: SCHEDULES, edits, stopsAtFirst: true });
    assert.ok(failed.length > 0, `not found in ${String(SCHEDULES)} schedules`);
  });
}
