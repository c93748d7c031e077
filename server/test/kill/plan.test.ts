import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FAILPOINTS } from './failpoints.ts';
import { FULL, makePlan, SHORT } from './plan.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('every failpoint of server and simulator is listed, and nothing else', () => {
  const files = globSync('{server,simulator}/src/**/*.ts', { cwd: ROOT });
  const names = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(
      (file) => readFileSync(join(ROOT, file), 'utf8').match(/\bfailpoint\('[^']+'\)/g) ?? [],
    )
    .map((call) => call.slice("failpoint('".length, -"')".length));
  assert.deepEqual([...new Set(names)].sort(), [...FAILPOINTS]);
});

test('a seed always makes the same plan, and another seed another', () => {
  assert.deepEqual(makePlan(7, FULL), makePlan(7, FULL));
  assert.notDeepEqual(makePlan(7, FULL), makePlan(8, FULL));
});

test('a full run has 2,000 operations over both generations, 40 kills and every failpoint', () => {
  const plans = makePlan(7, FULL);
  const count = (list: 'operations' | 'kills'): number =>
    plans.reduce((sum, plan) => sum + plan[list].length, 0);
  assert.ok(count('operations') >= 2_000);
  assert.ok(count('kills') >= 40);
  assert.deepEqual(plans.map(({ generation }) => generation).sort(), ['current', 'legacy']);
  for (const { failpoints } of plans) {
    assert.deepEqual(failpoints.map(({ name }) => name).sort(), [...FAILPOINTS]);
  }
});

test('also a short run kills every kind of process', () => {
  const [plan] = makePlan(7, SHORT);
  const roles = plan?.kills.map(({ role }) => role).sort();
  assert.deepEqual(roles, ['api', 'guard', 'launcher', 'postgres', 'sandbox', 'worker']);
});
