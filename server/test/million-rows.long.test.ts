import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import type { App } from '../src/app.ts';
import { type EnvironmentId, newId } from '../src/ids.ts';
import { listCreatedDeposits } from '../src/deposits/list-created-deposits.ts';
import { type DepositFilter, readDepositFilter } from '../src/lists/filters.ts';
import { listDeposits } from '../src/lists/list-deposits.ts';
import { listLinks } from '../src/payment-links/store.ts';
import { connect, type Db } from '../src/platform/db.ts';
import type { Position } from '../src/platform/page.ts';
import { compareWithChain } from '../src/reconciliation/compare-with-chain.ts';
import { listReversals } from '../src/reversals/store.ts';
import {
  readBalances,
  listTransactions,
  type TransactionFilter,
} from '../src/transactions/store.ts';
import { listWallets } from '../src/wallets/store.ts';
import { testApp, testEnvironment } from './app.ts';
import { urlBehind } from './database.ts';
import { addCrowd, ROWS, START } from './million-rows.ts';
import { costsOf, findReplanned, worstOf } from './plans.ts';

const LIMIT = 10;
/** For up to four ranges of 11 rows: each row, and the descent of the index. */
const BUFFERS = 50;
/** A row beyond the end of each range may be read. */
const DISCARDED = 10;

const app = await testApp();
const { environment } = await testEnvironment(app);
const stranger = (await testEnvironment(app)).environment.id;
const tenant = environment.id;
const db = await openPatiently(app);
const crowd = await addCrowd(db, tenant, ROWS);

/** Filling a table takes longer than any of the product's statements may. */
async function openPatiently({ db: known }: App): Promise<Db> {
  const patient = connect({
    url: await urlBehind(known),
    connections: 2,
    answerMs: 600_000,
    onError: () => undefined,
  });
  after(() => patient.end());
  return patient;
}

type Listing = (
  on: Db,
  after: Position | undefined,
  environmentId: EnvironmentId,
) => Promise<readonly { readonly id: string; readonly createdAt: Date }[]>;

/** The first page, one deep within, the last, and a stranger's, all at the cost of one page. */
async function assertEqualPages(t: TestContext, name: string, list: Listing): Promise<number> {
  const depths = [undefined, ROWS / 2, ROWS - 10_000 * LIMIT, 100, 5].map((count) =>
    count === undefined
      ? undefined
      : { at: new Date(START.getTime() + Math.floor(count / 3)), id: `zzz_${'z'.repeat(26)}` },
  );
  const reached: number[] = [];
  for (const position of depths) {
    for (const owner of [tenant, stranger]) {
      const costs = await costsOf(db, (on) => list(on, position, owner));
      const { buffers, discarded } = worstOf(costs);
      const where = `${name} after ${position ? position.at.toISOString() : 'nothing'}`;
      const said = `${where}: ${JSON.stringify(costs, null, 1)}`;
      assert.ok(buffers <= BUFFERS, said);
      assert.ok(discarded <= DISCARDED, said);
      if (owner === tenant) reached.push(buffers);
    }
  }
  const replanned = await findReplanned(db, (on) => list(on, undefined, tenant));
  assert.deepEqual(replanned, [], `${name} is replanned for each page`);
  t.diagnostic(`${name}: ${reached.join(', ')} buffers`);
  return (await list(db, undefined, tenant)).length;
}

const NONE: TransactionFilter = {
  type: null,
  status: null,
  from: null,
  to: null,
  walletId: null,
  paymentLinkId: null,
  externalId: null,
  after: undefined,
  limit: LIMIT,
};

const FULL = LIMIT + 1;
const early = new Date(START.getTime() + 4);
const late = new Date(START.getTime() + ROWS / 6);
const never = new Date('2020-01-01T00:00:00Z');

/** Each filter with the number of rows on its first page. */
const FILTERS: readonly (readonly [Partial<TransactionFilter>, number])[] = [
  [{}, FULL],
  [{ type: 'deposit' }, FULL],
  [{ type: 'withdrawal' }, FULL],
  [{ status: 'CONFIRMED' }, FULL],
  [{ status: 'PENDING' }, FULL],
  [{ status: 'REFUNDED' }, 8],
  [{ status: 'EXPIRED' }, 8],
  [{ status: 'PROCESSING' }, 0],
  [{ status: 'COMPLETED', type: 'withdrawal' }, FULL],
  [{ walletId: crowd.busyWallet }, FULL],
  [{ walletId: crowd.quietWallet }, 5],
  [{ walletId: newId('wal') }, 0],
  [{ paymentLinkId: crowd.busyLink }, FULL],
  [{ paymentLinkId: crowd.quietLink }, 6],
  [{ paymentLinkId: newId('lnk') }, 0],
  [{ externalId: crowd.busyName }, FULL],
  [{ externalId: crowd.quietName }, 2],
  [{ externalId: 'nobody’s' }, 0],
  [{ from: late }, FULL],
  [{ to: late }, FULL],
  [{ to: early }, FULL],
  [{ from: early, to: late }, FULL],
  [{ to: never }, 0],
  [{ from: never }, FULL],
  [{ walletId: crowd.busyWallet, status: 'REFUNDED' }, 3],
  [{ walletId: crowd.quietWallet, status: 'CONFIRMED' }, 0],
  [{ walletId: crowd.busyWallet, to: early }, 6],
  [{ status: 'CONFIRMED', from: early, to: late }, FULL],
  [{ status: 'REFUNDED', from: late }, 0],
  [{ paymentLinkId: crowd.quietLink, status: 'REFUNDED' }, 6],
  [{ paymentLinkId: crowd.quietLink, walletId: crowd.quietWallet }, 5],
];

test('every page of transactions costs the same, for any filter and at any depth', async (t) => {
  for (const [filter, count] of FILTERS) {
    const name = JSON.stringify(filter);
    const found = await assertEqualPages(t, name, (on, position, owner) =>
      listTransactions(on, owner, { ...NONE, ...filter, after: position }),
    );
    assert.equal(found, count, name);
  }
});

/** Not actually sealed: only the statements are measured. */
const UNSEALED = { ...app.vault, open: (_field: string, text: string) => text };
const NO_FILTER = readDepositFilter({});
/** Eleven rows with what is shown beside each: wallet, link and alert. */
const ROW_BUFFERS = BUFFERS + 11 * 16;

test('a dashboard page costs the same for any single filter, and at most one scan for several', async (t) => {
  const one: readonly Partial<DepositFilter>[] = [
    {},
    { status: 'REFUNDED' },
    { walletId: crowd.busyWallet },
    { walletId: crowd.quietWallet },
    { walletId: crowd.busyWallet, status: 'REFUNDED' },
    { paymentLinkId: crowd.quietLink },
    { q: crowd.busyName },
    { q: `dep_${'0'.repeat(25)}7` },
    { q: 'nobody’s' },
  ];
  const several: readonly Partial<DepositFilter>[] = [
    { minCents: 600_000 },
    { origin: 'panel' },
    { status: 'REFUNDED', walletId: crowd.busyWallet, minCents: 600_000, origin: 'link' },
  ];
  const costOf = async (filter: Partial<DepositFilter>): Promise<number> => {
    const costs = await costsOf(db, (on) =>
      listDeposits(
        { ...app, vault: UNSEALED, db: on },
        tenant,
        { ...NO_FILTER, ...filter },
        undefined,
        LIMIT + 1,
      ),
    );
    const { buffers } = worstOf(costs);
    t.diagnostic(`${JSON.stringify(filter)}: ${buffers} buffers`);
    return buffers;
  };
  for (const filter of one)
    assert.ok((await costOf(filter)) <= ROW_BUFFERS, JSON.stringify(filter));
  // At worst all of the merchant's rows, once.
  const once = ROW_BUFFERS + Math.ceil((ROWS * 700) / 8_192);
  for (const filter of several) assert.ok((await costOf(filter)) <= once, JSON.stringify(filter));
});

test('every page of wallets, links and alerts costs the same', async (t) => {
  const wallets: Listing = (on, position, owner) => listWallets(on, owner, position, LIMIT);
  assert.equal(await assertEqualPages(t, 'wallets', wallets), FULL);
  const links: Listing = (on, position, owner) => listLinks(on, owner, position, LIMIT);
  assert.equal(await assertEqualPages(t, 'links', links), FULL);
  const kinds = [
    [null, null, FULL],
    ['med', null, FULL],
    ['estorno', null, 8],
    [null, `dep_${'0'.repeat(25)}7`, 1],
    ['med', `dep_${'0'.repeat(25)}7`, 0],
    [null, 'dep_x', 0],
  ] as const;
  for (const [kind, depositId, count] of kinds) {
    const name = `alerts ${String(kind)} ${String(depositId)}`;
    const found = await assertEqualPages(t, name, (on, position, owner) => {
      // Not actually sealed: only the statement is measured.
      const filter = { kind, depositId, after: position, limit: LIMIT };
      return listReversals({ ...app, vault: UNSEALED, db: on }, owner, filter);
    });
    assert.equal(found, count, name);
  }
});

test('comparing a batch of deposits with the chain costs a fixed amount per deposit', async () => {
  const end = new Date(START.getTime() + ROWS);
  const made = await listCreatedDeposits(db, tenant, START, end, 150);
  assert.equal(made.length, 150);
  const costs = await costsOf(db, (on) => compareWithChain({ ...app, db: on }, tenant, made));
  // For each the descent of two indexes, and both rows.
  assert.ok(worstOf(costs).buffers <= 150 * 14, JSON.stringify(costs));
});

test('the cost of a balance grows only with the number of wallets and PENDING deposits', async () => {
  const few = await costsOf(db, (on) => readBalances(on, stranger));
  // A generic plan may read everybody's wallets while one merchant has most of them.
  const own = few.filter(({ plan }) => plan === 'custom');
  assert.ok(worstOf(own).buffers <= 20, JSON.stringify(few));
  const [count] = await db<{ pending: number; wallets: number }>`
    select (select count(*) from deposits where status = 'PENDING') as pending,
      (select count(*) from wallets) as wallets`;
  const many = await costsOf(db, (on) => readBalances(on, tenant));
  const { pending = 0, wallets = 0 } = count ?? {};
  assert.ok(worstOf(many).buffers <= 100 + 3 * pending + wallets, JSON.stringify(many));
});
