import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { openEndpoint, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';
import { residentMb, startRole } from './role-process.ts';

const HEAP_MB = 256;
const NOTICES = 10_000;
/** All of them together exceed the heap. */
const NOTICE_BYTES = 32_000;

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

test('a worker with a 256 MB heap processes ten thousand notices that together exceed it', async (t) => {
  const merchant = await openMerchant(gateway);
  const { notified } = await openEndpoint(merchant, undefined, t);
  await gateway.sandbox.call('PUT', merchant.environment.id, '/switches', { drop: true });
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/pay`);
  const body = JSON.stringify({ status: 'pending', note: 'x'.repeat(NOTICE_BYTES) });
  // Notices about unknown charges, all due at the same time, ahead of the one payment.
  await app.db`
    insert into provider_inbox (mode, kind, provider_ref, status, digest, body, due_at)
    select 'test', 'deposit', md5(n::text), 'pending', sha256(n::text::bytea),
      ${app.vault.seal('provider_inbox.body', body)}, now() - interval '1 hour'
    from generate_series(1, ${NOTICES}) as n`;
  const node = [`--max-old-space-size=${String(HEAP_MB)}`];
  const worker = await startRole(t, gateway, 'worker', { node });
  let peakMb = 0;
  await until(async () => {
    assert.ok(!worker.hasEnded(), worker.printed());
    peakMb = Math.max(peakMb, await residentMb(worker));
    const untouched = await app.db`select id from provider_inbox where tries = 0 limit 1`;
    return untouched.length === 0;
  }, 120_000);
  await merchant.reaches(id, 'CONFIRMED', 30_000);
  await until(() => notified().length === 1, 30_000);
  assert.ok(!worker.hasEnded());
  t.diagnostic(`resident at most ${peakMb.toFixed(0)} MB`);
});
