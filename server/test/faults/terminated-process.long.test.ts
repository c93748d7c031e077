import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { callAs, DEPOSIT, type Answer, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';
import { startRole } from './role-process.ts';

const gateway = await openGateway();
const { app } = gateway;

/** How long an orderly shutdown may take. */
const EXITS_WITHIN_MS = 15_000;

interface Sent {
  readonly key: string;
  readonly order: object;
  /** Undefined if the connection brought no response. */
  readonly answer: Answer | undefined;
}

test('an API terminated under load answers all that it accepted, and exits within 15 seconds', async (t) => {
  const merchant = await openMerchant(gateway);
  const api = await startRole(t, gateway, 'api');
  const call = callAs(api.url, merchant.key);
  const sent: Sent[] = [];
  let over = false;
  const send = async (amountCents: number): Promise<boolean> => {
    const key = randomUUID();
    const order = { ...DEPOSIT, amountCents };
    const answer = await call('POST', '/v1/api/deposit', order, { 'idempotency-key': key }).catch(
      (error: unknown) => {
        // A response that is not as described must not pass for a lost connection.
        if (error instanceof TypeError) return undefined;
        throw error;
      },
    );
    sent.push({ key, order, answer });
    return answer?.status === 201;
  };
  const clients = Array.from({ length: 12 }, async () => {
    // A client that is turned away leaves.
    while (!over && (await send(5_000)));
  });
  await until(() => sent.length > 50, 30_000);
  // The sandbox takes five seconds for these: the shutdown finds them in the middle.
  const slow = Array.from({ length: 4 }, () => send(50_005));
  await until(async () => {
    const running = await app.db`
      select i.key from idempotency_keys i where i.environment_id = ${merchant.environment.id}
        and i.state = 'running' and i.updated_at < now() - interval '500 ms'`;
    return running.length >= 4;
  }, 10_000);
  const terminatedAt = performance.now();
  api.child.kill('SIGTERM');
  assert.equal(await api.ended, '0');
  const tookMs = performance.now() - terminatedAt;
  over = true;
  await Promise.all([...clients, ...slow]);

  assert.ok(tookMs < EXITS_WITHIN_MS, `it exited after ${String(tookMs)} ms`);
  const refused = sent.filter(({ answer }) => answer?.status !== 201);
  for (const { key, answer } of refused) {
    if (answer) assert.deepEqual([answer.status, answer.body['error']], [503, 'unavailable']);
    // What was not done had never been begun.
    const rows = await app.db`select key from idempotency_keys where key = ${key}`;
    assert.equal(rows.length, 0, `${key} was accepted and never answered`);
  }
  for (const { key, order, answer } of sent) {
    const again = await merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': key });
    assert.equal(again.status, 201, again.text);
    if (answer?.status === 201) assert.equal(again.text, answer.text);
  }
  t.diagnostic(
    `${String(sent.length)} orders, ${String(refused.length)} sent elsewhere, ended after ${tookMs.toFixed(0)} ms`,
  );
});
