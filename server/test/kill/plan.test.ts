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

test('a full run has 10,000 operations and 200 kills, each failpoint in both generations', () => {
  const plans = makePlan(7, FULL);
  assert.equal(plans.flatMap(({ operations }) => operations).length, 10_000);
  assert.ok(plans.flatMap(({ kills, failpoints }) => [...kills, ...failpoints]).length >= 200);
  for (const generation of ['current', 'legacy']) {
    const same = plans.filter((plan) => plan.generation === generation);
    const names = same.flatMap(({ failpoints }) => failpoints.map(({ name }) => name));
    assert.deepEqual(names.sort(), [...FAILPOINTS]);
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
