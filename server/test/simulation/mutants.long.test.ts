import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MUTANTS } from './mutants.ts';
import { simulate } from './simulate.ts';
import { NOTIFICATION_MUTANTS } from './notification-mutants.ts';

/** Most are found within a hundred; needing more is no reason to fail. */
const SCHEDULES = { usual: 1_000, rare: 10_000 };

for (const { name, edits, isRare = false } of [...MUTANTS, ...NOTIFICATION_MUTANTS]) {
  test(`the simulation finds the ${isRare ? 'rare ' : ''}mutant: ${name}`, async () => {
    const schedules = isRare ? SCHEDULES.rare : SCHEDULES.usual;
    const { failed } = await simulate({ from: 1, to: schedules, edits, stopsAtFirst: true });
    assert.ok(failed.length > 0, `not found in ${String(schedules)} schedules`);
  });
}
