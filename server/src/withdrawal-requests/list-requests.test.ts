import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { createKey } from '../api-keys/create-key.ts';
import { newId } from '../ids.ts';
import { cents } from '../money.ts';
import { insertRequest, listRequests } from './store.ts';

const app = await testApp();

/** About as many as two weeks have minutes: one a minute, all declined. */
const MADE = 20_000;

test('listing waiting requests, or those of a key, costs the same however many others there are', async () => {
  const { environment, accountId } = await testEnvironment(app);
  const { id: environmentId, mode } = environment;
  const order = { accountId, mode, scopes: ['read:transactions'], name: 'agent' } as const;
  const [busy, quiet] = [await createKey(app.db, order), await createKey(app.db, order)];
  await app.db`
    insert into withdrawal_requests (environment_id, id, key_id, request_key, fingerprint, state,
      amount_cents, pix_key_type, pix_key, tax_id, reason, withdrawal_id, decided_at, created_at,
      expires_at)
    select ${environmentId}, 'wrq_' || lpad(n::text, 26, '0'), ${busy.id}, n::text, '\\x00',
      'DECLINED', 200, 'EVP', 'v1:any', 'v1:any', 'v1:any', 'wdr_' || lpad(n::text, 26, '0'),
      now(), at, at + interval '24 hours'
    from generate_series(1, ${MADE}::integer) n cross join lateral (
      select now() - interval '3 days' - n * interval '1 minute' as at) made`;
  await app.db`vacuum analyze withdrawal_requests`;
  for (const filter of [
    { keyId: null, waiting: true },
    { keyId: quiet.id, waiting: false },
    { keyId: quiet.id, waiting: true },
  ]) {
    const costs = await costsOf(app.db, (db) =>
      listRequests({ ...app, db }, environmentId, filter, undefined, 20),
    );
    const { buffers, discarded } = worstOf(costs);
    assert.ok(buffers <= 40 && discarded <= 10, JSON.stringify(costs, null, 1));
  }
});

test('a waiting request is listed until it expires, also by a process whose clock is a day ahead', async (t) => {
  const { environment, accountId } = await testEnvironment(app);
  const { id: environmentId, mode } = environment;
  const key = await createKey(app.db, {
    accountId,
    mode,
    scopes: ['read:transactions'],
    name: 'a',
  });
  const id = newId('wrq');
  await app.db.begin((tx) =>
    insertRequest(tx, app, {
      environmentId,
      id,
      keyId: key.id,
      amountCents: cents(200),
      pixKeyType: 'EVP',
      pixKey: '123e4567-e89b-12d3-a456-426614174000',
      taxId: '12345678909',
      externalId: null,
      reason: 'the supplier',
      withdrawalId: newId('wdr'),
      requestKey: 'one',
      fingerprint: Buffer.alloc(1),
    }),
  );
  await app.db`
    update withdrawal_requests set created_at = created_at - interval '23 hours',
      expires_at = expires_at - interval '23 hours' where id = ${id}`;
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 3_600_000 });
  const filter = { keyId: null, waiting: true };
  const listed = async (): Promise<string[]> => {
    const rows = await listRequests(app, environmentId, filter, undefined, 20);
    return rows.map((one) => one.id);
  };
  assert.deepEqual(await listed(), [id]);
  await app.db`update withdrawal_requests set expires_at = now() where id = ${id}`;
  assert.deepEqual(await listed(), []);
});
