import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { callAs, DEPOSIT, type Merchant, openMerchant, WITHDRAWAL } from '../merchant.ts';
import { until } from '../receiver.ts';
import { expireLeases } from '../running-key.ts';
import { layFailpoint, startRole } from './role-process.ts';

const gateway = await openGateway();
const { app } = gateway;

const ORDERS = {
  deposit: { path: '/v1/api/deposit', order: DEPOSIT, shown: 'depositId' },
  withdrawal: { path: '/v1/api/withdraw', order: WITHDRAWAL, shown: 'withdrawalId' },
} as const;

/**
 * Which operations pass each place, and what the provider may have made by then without anybody
 * being shown it.
 */
const PLACES = {
  'once.after-claim': { of: ['deposit', 'withdrawal'], spares: '' },
  'once.after-call': { of: ['deposit', 'withdrawal'], spares: 'deposit' },
  'once.after-commit': { of: ['deposit', 'withdrawal'], spares: '' },
  'withdraw.after-create': { of: ['withdrawal'], spares: 'withdrawal' },
  'withdraw.after-progress': { of: ['withdrawal'], spares: '' },
} as const;

describe('an order whose process is killed at', () => {
  for (const generation of ['current', 'legacy'] as const) {
    for (const [place, { of, spares }] of Object.entries(PLACES)) {
      for (const what of of) {
        test(`${place} completes once, under the same key (${what}, ${generation})`, async (t) => {
          const merchant = await openMerchant(gateway);
          const { id } = merchant.environment;
          await gateway.sandbox.call('PUT', id, '/switches', { generation });
          const { path, order, shown } = ORDERS[what];
          const failpointsDir = await layFailpoint(t, place);
          const env = { PONTE_FAILPOINTS_DIR: failpointsDir };
          const doomed = await startRole(t, gateway, 'api', { env });
          const key = { 'idempotency-key': randomUUID() };
          const there = callAs(doomed.url, merchant.key);
          await assert.rejects(there('POST', path, order, key));
          assert.equal(await doomed.ended, 'SIGKILL');

          await expireLeases(app.db, merchant.environment.id);
          const answer = await answered(() => merchant.call('POST', path, order, key));
          const again = await merchant.call('POST', path, order, key);
          assert.equal(again.text, answer.text);
          assert.equal(again.headers.get('idempotent-replayed'), 'true');
          const books = await merchant.books();
          const made = what === 'deposit' ? books.charges : books.withdrawals;
          const most = spares === what && generation === 'current' ? 2 : 1;
          assert.ok(made.length <= most, `${String(made.length)} at the provider`);
          const ours = made.map((row) => row[shown]);
          assert.deepEqual(ours.filter(Boolean), [answer.body['id']]);
        });
      }
    }
  }
});

/** Once nobody works on it any more: the worker may have taken it up meanwhile. */
async function answered(ask: () => ReturnType<Merchant['call']>): ReturnType<Merchant['call']> {
  let answer = await ask();
  await until(async () => {
    if (answer.status === 201) return true;
    assert.equal(answer.body['error'], 'in_progress', answer.text);
    answer = await ask();
    return answer.status === 201;
  }, 20_000);
  return answer;
}
