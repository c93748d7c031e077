import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openSandbox, partnerAt, tokenOf } from '../../test/sandbox.ts';
import { defaultSwitches } from '../partners/partner.ts';

const sandbox = await openSandbox();

test('the control API requires its secret', async () => {
  for (const authorization of ['', 'Bearer wrong', `Bearer ${tokenOf('env_a')}`]) {
    const reply = await fetch(`${sandbox.url}/control/partners/env_a/books`, {
      headers: { authorization },
    });
    assert.equal(reply.status, 401);
    assert.match(await reply.text(), /"error":"unauthorized"/);
  }
});

test('switches are merged, stored per partner and returned', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'switches', { drop: true });
  const { status, body } = await partner.control('PUT', 'switches', { generation: 'legacy' });
  assert.equal(status, 200);
  assert.deepEqual(body, { ...defaultSwitches('legacy'), drop: true });
  const other = await partnerAt(sandbox.url).control('PUT', 'switches', {});
  assert.equal(other.body['drop'], false);
});

test("the secret of the notices may be any that Ponte's own settings accept", async () => {
  const partner = partnerAt(sandbox.url);
  const url = 'http://127.0.0.1/provider/webhooks';
  for (const secret of ['b', 'a word and another', '!~'.repeat(500)]) {
    assert.equal((await partner.control('PUT', 'webhooks', { url, secret })).status, 204);
  }
});

test('an invalid body is refused as invalid_request', async () => {
  const partner = partnerAt(sandbox.url);
  const cases: [string, string, object][] = [
    ['PUT', 'switches', { drop: 'true' }],
    ['PUT', 'switches', { generation: 'next' }],
    ['PUT', 'switches', { unheardOf: true }],
    ['PUT', 'webhooks', { url: 'http://127.0.0.1/x' }],
    ['PUT', 'webhooks', { url: 'ftp://127.0.0.1/x', secret: '0123456789abcdef' }],
    ['PUT', 'webhooks', { url: 'http://127.0.0.1/x', secret: 's', receiptsUrl: '/receipts' }],
    ['PUT', 'clock', { offsetMs: 1.5 }],
    ['PUT', 'calls/n', { fault: { kind: 'wrong' } }],
    ['PUT', 'calls/n', { moves: [{ command: 'steal', afterMs: 0 }] }],
    ['PUT', 'calls/n', { moves: [{ command: 'pay' }] }],
    ['POST', 'clock', { atLeastMs: -1 }],
    ['PUT', 'calls/n', { fault: { kind: 'status' } }],
    ['PUT', 'next-call', { path: 'ping', fault: { kind: 'garbage' } }],
    ['POST', 'charges/x/pay', { hold: 'NO_REASON' }],
    ['POST', 'withdrawals/x/fund', { amountInCents: 0 }],
  ];
  for (const [method, path, body] of cases) {
    const answer = await partner.control(method, path, body);
    assert.equal(answer.status, 400, `${path} ${JSON.stringify(body)}`);
    assert.equal(answer.body['error'], 'invalid_request');
  }
});

test('an unknown command is not found', async () => {
  const { status, body } = await partnerAt(sandbox.url).control('POST', 'charges/x/steal');
  assert.deepEqual([status, body['error']], [404, 'not_found']);
});

test('each partner has a clock of its own', async () => {
  const [moved, other] = [partnerAt(sandbox.url), partnerAt(sandbox.url)];
  await moved.control('PUT', 'clock', { offsetMs: 365 * 86_400_000 });
  const yearOf = async (partner: typeof moved) => {
    const { expiration } = await partner.depositStatus(await partner.newCharge());
    return new Date(String(expiration)).getTime();
  };
  assert.ok((await yearOf(moved)) - (await yearOf(other)) > 364 * 86_400_000);
});

test('a clock can be advanced while a transaction of its partner is open', async () => {
  const partner = partnerAt(sandbox.url);
  const id = await partner.newCharge();
  const booking = new pg.Client({ connectionString: sandbox.database.url });
  await booking.connect();
  await booking.query('begin; set local idle_in_transaction_session_timeout = 5000');
  await booking.query(
    `insert into sandbox.steps (partner, kind, subject, status, due_at)
     select partner, 'charge', id, 'approved', 'infinity' from sandbox.charges where id = $1`,
    [id],
  );
  const { status } = await partner.control('POST', 'clock', { atLeastMs: 1_000 });
  await booking.query('rollback');
  await booking.end();
  assert.equal(status, 204);
});

test('the books list every charge and withdrawal, without personal data', async () => {
  const partner = partnerAt(sandbox.url);
  for (const nonce of ['a', 'b', 'c']) {
    await partner.deposit({}, nonce);
    await partner.withdraw(undefined, nonce);
  }
  const { charges, withdrawals } = await partner.books();
  assert.deepEqual(
    charges.map(({ nonce }) => nonce),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(Object.keys(charges[0] ?? {}), ['id', 'nonce', 'amountInCents', 'status']);
  assert.deepEqual(
    withdrawals.map(({ nonce }) => nonce),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(Object.keys(withdrawals[0] ?? {}), [
    'id',
    'nonce',
    'payoutAmountInCents',
    'status',
  ]);
});
