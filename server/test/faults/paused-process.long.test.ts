import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { callAs, DEPOSIT, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';
import { startRole } from './role-process.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

/** The sandbox takes five seconds for it: time enough to be stopped in the middle. */
const ORDER = { ...DEPOSIT, amountCents: 50_005 };

describe('a process that sleeps past its lease', () => {
  for (const [generation, orphans] of [
    ['current', 1],
    ['legacy', 0],
  ] as const) {
    test(`shows nothing when it wakes, since another has answered (${generation})`, async (t) => {
      const merchant = await openMerchant(gateway);
      const { id } = merchant.environment;
      await gateway.sandbox.call('PUT', id, '/switches', { generation });
      const sleeper = await startRole(t, gateway, 'api');
      const key = { 'idempotency-key': randomUUID() };
      const asleep = callAs(sleeper.url, merchant.key)('POST', '/v1/api/deposit', ORDER, key);
      // Not before the provider has it: what it then makes, nobody may be shown.
      await until(async () => {
        const calls = await app.db`
          select attempt from idempotency_keys where environment_id = ${id}`;
        const { body } = await merchant.call('GET', '/v1/sandbox/provider');
        const made = Array.isArray(body['charges']) && body['charges'].length > 0;
        return calls.length === 1 && made;
      }, 20_000);
      sleeper.child.kill('SIGSTOP');
      await app.db`
        update idempotency_keys set lease_until = now() - interval '1 second'
        where environment_id = ${id}`;

      const answer = await merchant.call('POST', '/v1/api/deposit', ORDER, key);
      assert.equal(answer.status, 201, answer.text);
      sleeper.child.kill('SIGCONT');
      const late = await asleep;
      assert.deepEqual([late.status, late.body['error']], [409, 'in_progress']);
      const again = await merchant.call('POST', '/v1/api/deposit', ORDER, key);
      assert.equal(again.text, answer.text);
      const deposits = await app.db`select id from deposits where environment_id = ${id}`;
      assert.equal(deposits.length, 1);
      // What the sleeper brought is on record: an orphan, unless it is the very charge shown.
      const found = await app.db`
        select found_by from orphans where environment_id = ${id} and found_by = 'late_answer'`;
      assert.equal(found.length, orphans);
    });
  }
});
