import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { newDeposit } from '../../test/deposits.ts';
import type { Difference, Resolution } from './difference.ts';
import { listDifferences, recordDifference, resolveByOperator } from './difference-store.ts';

const app = await testApp();
const { environment } = await testEnvironment(app);
const { id: environmentId } = environment;

async function differing() {
  const { id: resourceId, providerRef } = newDeposit();
  const about = { connection: environmentId, environmentId, providerRef, resourceId, detail: null };
  const record = async (resolution: Resolution | null) => {
    const difference: Difference = { kind: 'other_status', resolution, ...about };
    await recordDifference(app, difference);
    const [row] = await app.db<{ resolution: string | null; resolvedAt: Date | null }>`
      select resolution, resolved_at from reconciliation_differences
      where provider_ref = ${providerRef}`;
    assert.ok(row);
    assert.equal(row.resolvedAt === null, row.resolution === null);
    return row;
  };
  return { providerRef, record };
}

test('a difference resolved by an operator stays resolved, whatever the next pass finds', async () => {
  const { providerRef, record } = await differing();
  await record(null);
  assert.equal(await resolveByOperator(app.db, providerRef), 1);
  assert.equal((await record(null)).resolution, 'operator');
  assert.equal((await record('healed')).resolution, 'operator');
});

test('a healed difference keeps its time when it heals again, and reopens if it recurs', async () => {
  const { record } = await differing();
  const first = await record('healed');
  assert.deepEqual(await record('healed'), first);
  assert.equal((await record(null)).resolution, null);
  assert.equal((await record('healed')).resolution, 'healed');
});

test('open differences with the live provider are listed before any number with the sandbox', async (t) => {
  const own = await testApp(t);
  const live = { kind: 'missing_here', connection: 'live', environmentId: null } as const;
  const facts = { resourceId: null, detail: null, resolution: null };
  await recordDifference(own, { ...live, ...facts, providerRef: 'a'.repeat(32) });
  await own.db`
    insert into reconciliation_differences (kind, connection, provider_ref)
    select 'missing_here', ${environmentId}, 'rehearsal ' || nth
    from generate_series(1, 1000) as nth`;
  const listed = await listDifferences(own.db, new Date());
  assert.deepEqual([listed.length, listed[0]?.connection], [1_000, 'live']);
});
