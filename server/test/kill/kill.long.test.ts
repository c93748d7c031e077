import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { SHORT } from './plan.ts';
import { tableOf, violationsOf } from './report.ts';
import { runPlan } from './run-plan.ts';

test('killing any process loses or duplicates no operation, event or delivery', async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`repeat with: npm run test:kill -- --short --seed ${seed}`);
  const startedAt = performance.now();
  const outcomes = await runPlan({ seed, size: SHORT, say: () => undefined });
  t.diagnostic(tableOf(outcomes, (performance.now() - startedAt) / 1_000));
  assert.deepEqual(violationsOf(outcomes), []);
});
