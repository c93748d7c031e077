import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNotified, SECRET } from '../../test/sandbox.ts';
import { openDatabase } from '../platform/database.ts';
import { openVault } from '../platform/vault.ts';
import { untilNextMove } from './store.ts';

const { sandbox, receiver, reported, ...notified } = await openNotified();

async function newPartner() {
  const partner = await notified.newPartner();
  const plan = (nonce: string, moves: readonly object[], fault?: object) =>
    partner.control('PUT', `calls/${nonce}`, { moves, ...(fault && { fault }) });
  return { ...partner, plan };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('moves planned for a call are applied to its charge when the clock reaches them', async () => {
  const partner = await newPartner();
  const answer = await partner.plan('n', [
    { command: 'disturb', afterMs: 0, notices: { duplicate: true } },
    { command: 'pay', afterMs: 0, payment: { differenceInCents: -100 } },
    { command: 'med', afterMs: HOUR_MS, amountInCents: 1_000 },
  ]);
  assert.equal(answer.status, 204);
  const id = String((await partner.deposit({}, 'n')).response['id']);
  const paid = await partner.charge(id, 'depix_sent');
  assert.equal(paid['valueInCents'], 4_900);
  const sequence = ['under_review', 'approved', 'depix_sent'];
  assert.deepEqual(
    await reported(id, 6),
    sequence.flatMap((status) => [status, status]),
  );
  await partner.control('POST', 'clock', { atLeastMs: HOUR_MS });
  await partner.charge(id, 'refunded');
  assert.deepEqual((await reported(id, 10)).slice(6), ['med', 'med', 'refunded', 'refunded']);
  assert.equal(receiver.of(id)[6]?.body['principalValueInCents'], 1_000);
});

test('moves that become due together are applied in order, one after another', async () => {
  const partner = await newPartner();
  await partner.plan('n', [
    { command: 'pay', afterMs: MINUTE_MS, payment: { hold: 'HIGH_VELOCITY' } },
    { command: 'release', afterMs: MINUTE_MS + 1 },
    { command: 'med', afterMs: MINUTE_MS + 2 },
  ]);
  const id = String((await partner.deposit({}, 'n')).response['id']);
  await partner.control('POST', 'clock', { atLeastMs: 2 * MINUTE_MS });
  await partner.charge(id, 'refunded');
  const [first, second] = await reported(id, 3);
  assert.deepEqual([first, second], ['under_review', 'approved']);
  assert.ok((await reported(id, 4)).includes('med'));
});

test('moves apply only to the first charge of a nonce, also when its answer was lost', async () => {
  const partner = await newPartner();
  await partner.plan('n', [{ command: 'pay', afterMs: 0, payment: { stranger: true } }], {
    kind: 'lose-answer',
    times: 1,
  });
  await assert.rejects(partner.deposit({}, 'n'));
  const shown = String((await partner.deposit({}, 'n')).response['id']);
  const { charges } = await partner.books();
  const lost = String(charges[0]?.['id']);
  assert.notEqual(lost, shown);
  const seen = await partner.charge(lost, 'refunded');
  assert.deepEqual(seen['rejectionReasons'], ['PAYER_MISMATCH']);
  assert.equal((await partner.depositStatus(shown))['status'], 'pending');
});

test('a lost call books nothing, and the moves apply to the next one', async () => {
  const partner = await newPartner();
  const funding = { differenceInCents: 1 };
  await partner.plan('n', [{ command: 'fund', afterMs: 0, funding }], {
    kind: 'lose-call',
    times: 1,
  });
  await assert.rejects(partner.withdraw(undefined, 'n'));
  assert.equal((await partner.books()).withdrawals.length, 0);
  const id = String((await partner.withdraw(undefined, 'n')).response['withdrawalId']);
  await partner.withdrawal(id, 'sent');
});

test('a move that its subject does not allow is skipped, and the next one is applied', async () => {
  const partner = await newPartner();
  await partner.plan('n', [
    // No charge is ever funded.
    { command: 'fund', afterMs: 0 },
    { command: 'cancel', afterMs: 0 },
  ]);
  const id = String((await partner.deposit({}, 'n')).response['id']);
  await partner.charge(id, 'canceled');
});

test('a move that is due waits for the one before it, and is not looked for meanwhile', async (t) => {
  const db = openDatabase({ url: sandbox.database.url, vault: openVault(SECRET), pooled: false });
  t.after(() => db.close());
  const partner = await newPartner();
  await partner.plan('n', [
    { command: 'pay', afterMs: 3 * MINUTE_MS },
    { command: 'med', afterMs: 0 },
  ]);
  await partner.deposit({}, 'n');
  assert.equal(await untilNextMove(db, MINUTE_MS), MINUTE_MS);
});

test('concurrent clock advances leave the furthest one, in any order', async () => {
  const partner = await newPartner();
  const days = [3, 1, 2, 5, 4];
  await Promise.all(
    days.map((day) => partner.control('POST', 'clock', { atLeastMs: day * 24 * HOUR_MS })),
  );
  const { expiration } = await partner.depositStatus(await partner.newCharge());
  const ahead = new Date(String(expiration)).getTime() - Date.now() - 1_200_000;
  assert.ok(Math.abs(ahead - 5 * 24 * HOUR_MS) < 60_000, String(ahead));
});

test('a delayed notice is sent when the clock reaches its time', async () => {
  const partner = await newPartner();
  await partner.plan('n', [
    { command: 'disturb', afterMs: 0, notices: { delayNoticesMs: HOUR_MS } },
    { command: 'pay', afterMs: 0 },
  ]);
  const id = String((await partner.deposit({}, 'n')).response['id']);
  await partner.charge(id, 'depix_sent');
  assert.deepEqual(receiver.of(id), []);
  await partner.control('POST', 'clock', { atLeastMs: HOUR_MS });
  assert.deepEqual(await reported(id, 3), ['under_review', 'approved', 'depix_sent']);
});
