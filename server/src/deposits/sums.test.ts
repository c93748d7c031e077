import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openConnections, testApp, testEnvironment } from '../../test/app.ts';
import { medOf, readingOf, storedDeposit } from '../../test/deposits.ts';
import { listWrongSums } from '../../test/sums.ts';
import { newId } from '../ids.ts';
import { cents } from '../money.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { type Deposit, DEPOSIT_STATUSES, type DepositStatus, sumsChange } from './deposit.ts';
import { settleDeposit } from './settle-deposit.ts';

const NET = cents(4_321);
const COUNTED: Readonly<Record<DepositStatus, readonly [number, number, number]>> = {
  PENDING: [0, 0, 0],
  FAILED: [0, 0, 0],
  CONFIRMED: [1, NET, 0],
  REFUNDED: [0, 0, NET],
};

test('each status change changes the sums by the difference of what the two statuses count', () => {
  for (const from of DEPOSIT_STATUSES) {
    for (const to of DEPOSIT_STATUSES) {
      const change = sumsChange(from, to, NET);
      const { confirmedCount = 0, receivedCents = 0, refundedCents = 0 } = change ?? {};
      const expected = COUNTED[to].map((counted, index) => counted - (COUNTED[from][index] ?? 0));
      assert.deepEqual([confirmedCount, receivedCents, refundedCents], expected);
      assert.equal(
        change === undefined,
        expected.every((by) => by === 0),
      );
    }
  }
});

const app = await testApp();
await openConnections(app);

const news = fc.record({
  deposit: fc.nat(5),
  status: fc.constantFrom(
    ...(['pending', 'approved', 'depix_sent', 'expired', 'canceled', 'error', 'refunded'] as const),
  ),
  med: fc.option(fc.constant(medOf()), { nil: undefined, freq: 4 }),
});

/** Six deposits to two wallets, four of them by two links. */
async function sixDeposits(): Promise<Deposit[]> {
  const tenant = await testEnvironment(app);
  const [wallets, links] = [
    [newId('wal'), newId('wal')],
    [newId('lnk'), newId('lnk'), null],
  ];
  return Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      storedDeposit(app, tenant, {
        walletId: wallets[index % 2] ?? newId('wal'),
        paymentLinkId: links[index % 3] ?? null,
      }),
    ),
  );
}

interface Settlement {
  readonly deposit: number;
  readonly status: ChargeReading['status'];
  readonly med?: MedNotice | undefined;
}

function settle(deposits: readonly Deposit[], { deposit: index, status, med }: Settlement) {
  const deposit = deposits[index];
  assert.ok(deposit);
  const reading = readingOf(deposit, { status });
  return settleDeposit(app, deposit.environmentId, deposit.id, { reading, med, cause: 'poll' });
}

/** Eight at a time, so that nothing waits long for a connection. */
async function settleAll(
  deposits: readonly Deposit[],
  history: readonly Settlement[],
): Promise<void> {
  const left = history.values();
  const workers = Array.from({ length: 8 }, async () => {
    for (const one of left) await settle(deposits, one);
  });
  await Promise.all(workers);
}

test('under concurrent readings in any order, the sums equal the totals of the deposits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(news, { minLength: 1, maxLength: 40 }), async (history) => {
      const deposits = await sixDeposits();
      await settleAll(deposits, history);
      assert.deepEqual(await listWrongSums(app.db), []);
    }),
    { numRuns: 25 },
  );
  const [all] = await app.db<{ moved: number }>`
    select count(*) as moved from deposit_sums where received_cents > 0 or refunded_cents > 0`;
  assert.ok(all && all.moved > 0, 'no sum ever changed');
});

test('a settlement that is rolled back leaves the sums unchanged', async () => {
  const deposits = await sixDeposits();
  const failing = {
    ...app,
    db: Object.assign(app.db.bind(undefined), {
      end: app.db.end,
      begin: ((work) =>
        app.db.begin(async (tx) => {
          await work(tx);
          throw new Error('the power went off');
        })) as typeof app.db.begin,
    }),
  };
  for (const deposit of deposits) {
    const reading = readingOf(deposit, { status: 'approved' });
    const settling = settleDeposit(failing, deposit.environmentId, deposit.id, {
      reading,
      cause: 'poll',
    });
    await assert.rejects(settling, /power/);
  }
  const sums = await app.db`
    select from deposit_sums where environment_id = ${deposits[0]?.environmentId}`;
  assert.deepEqual(sums, []);
  assert.deepEqual(await listWrongSums(app.db), []);
});

test('a hundred concurrent payments to one wallet are all counted', async () => {
  const tenant = await testEnvironment(app);
  const walletId = newId('wal');
  const deposits: Deposit[] = [];
  while (deposits.length < 100) deposits.push(await storedDeposit(app, tenant, { walletId }));
  await settleAll(
    deposits,
    deposits.map((_, deposit) => ({ deposit, status: 'approved' })),
  );
  const [sum] = await app.db<{ count: number }>`
    select sum(confirmed_count)::bigint as count from deposit_sums where subject_id = ${walletId}`;
  assert.deepEqual(sum, { count: 100 });
});
