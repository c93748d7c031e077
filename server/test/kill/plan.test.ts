import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isOnPage } from './clients.ts';
import { FAILPOINTS, FAILPOINTS_ELSEWHERE } from './failpoints.ts';
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
  assert.deepEqual([...new Set(names)].sort(), [...FAILPOINTS, ...FAILPOINTS_ELSEWHERE].sort());
});

test('a seed always makes the same plan, and another seed another', () => {
  assert.deepEqual(makePlan(7, FULL), makePlan(7, FULL));
  assert.notDeepEqual(makePlan(7, FULL), makePlan(8, FULL));
});

test('a full run has 10,000 operations over both generations, 200 kills and every failpoint', () => {
  const plans = makePlan(7, FULL);
  const count = (list: 'operations' | 'kills'): number =>
    plans.reduce((sum, plan) => sum + plan[list].length, 0);
  assert.equal(count('operations'), 10_000);
  assert.ok(count('kills') >= 200);
  assert.deepEqual(new Set(plans.map(({ generation }) => generation)).size, 2);
  for (const { failpoints } of plans) {
    assert.deepEqual(failpoints.map(({ name }) => name).sort(), [...FAILPOINTS]);
  }
});

test('of the operations 7,000 are deposits, of which payers order a tenth on pages', () => {
  const operations = makePlan(7, FULL).flatMap((plan) => plan.operations);
  const deposits = operations.filter(({ kind }) => kind === 'deposit');
  assert.equal(deposits.length, 7_000);
  const share = operations.filter(isOnPage).length / deposits.length;
  assert.ok(share > 0.08 && share < 0.12, String(share));
  assert.equal(new Set(operations.map(({ key }) => key)).size, operations.length);
});

test('some requests are sent fifty times at once', () => {
  const rushes = makePlan(7, FULL).flatMap((plan) =>
    plan.operations.filter(({ copies }) => copies === 50),
  );
  assert.ok(rushes.length > 50, String(rushes.length));
});

test('also a short run kills every kind of process', () => {
  const [plan] = makePlan(7, SHORT);
  const roles = plan?.kills.map(({ role }) => role).sort();
  assert.deepEqual(roles, ['api', 'guard', 'launcher', 'postgres', 'sandbox', 'worker']);
});
