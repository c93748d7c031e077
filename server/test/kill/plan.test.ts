import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isOnPage } from './clients.ts';
import { FAILPOINTS, FAILPOINTS_ELSEWHERE } from './failpoints.ts';
import { FULL, makePlan, SHORT } from './plan.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('the list of failpoints matches those in server and simulator', () => {
  const files = globSync('{server,simulator}/src/**/*.ts', { cwd: ROOT });
  const names = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(
      (file) => readFileSync(join(ROOT, file), 'utf8').match(/\bfailpoint\('[^']+'\)/g) ?? [],
    )
    .map((call) => call.slice("failpoint('".length, -"')".length));
  assert.deepEqual([...new Set(names)].sort(), [...FAILPOINTS, ...FAILPOINTS_ELSEWHERE].sort());
});

test('one seed always gives the same plan, and another seed gives another', () => {
  assert.deepEqual(makePlan(7, FULL), makePlan(7, FULL));
  assert.notDeepEqual(makePlan(7, FULL), makePlan(8, FULL));
});

test('a full run has 10,000 operations, at least 200 kills, and each failpoint in both generations', () => {
  const plans = makePlan(7, FULL);
  assert.equal(plans.flatMap(({ operations }) => operations).length, 10_000);
  assert.ok(plans.flatMap(({ kills, failpoints }) => [...kills, ...failpoints]).length >= 200);
  for (const generation of ['current', 'legacy']) {
    const same = plans.filter((plan) => plan.generation === generation);
    const names = same.flatMap(({ failpoints }) => failpoints.map(({ name }) => name));
    assert.deepEqual(names.sort(), [...FAILPOINTS]);
  }
});

test('7,000 of the operations are deposits, about a tenth of them ordered on payer pages', () => {
  const operations = makePlan(7, FULL).flatMap((plan) => plan.operations);
  const deposits = operations.filter(({ kind }) => kind === 'deposit');
  assert.equal(deposits.length, 7_000);
  const share = operations.filter(isOnPage).length / deposits.length;
  assert.ok(share > 0.08 && share < 0.12, String(share));
  assert.equal(new Set(operations.map(({ key }) => key)).size, operations.length);
});

test('some requests are sent as fifty concurrent copies', () => {
  const bursts = makePlan(7, FULL).flatMap((plan) =>
    plan.operations.filter(({ copies }) => copies === 50),
  );
  assert.ok(bursts.length > 50, String(bursts.length));
});

test('a short run also kills every kind of process', () => {
  const [plan] = makePlan(7, SHORT);
  const roles = plan?.kills.map(({ role }) => role).sort();
  assert.deepEqual(roles, ['api', 'guard', 'launcher', 'postgres', 'sandbox', 'worker']);
});
