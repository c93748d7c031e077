import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newDeposit, readingOf } from '../../test/deposits.ts';
import { cents } from '../money.ts';
import { CHARGE_STATUSES, type ChargeReading, type ChargeStatus } from '../provider/port.ts';
import { decide, ERROR_HOLD_MS, isAccepted } from './decide.ts';
import { type Deposit, DEPOSIT_STEPS, type DepositStatus } from './deposit.ts';

interface News {
  readonly status: ChargeStatus;
  readonly med?: boolean;
  readonly valueCents?: number;
  readonly txId?: boolean;
}

interface Outcome {
  readonly status: DepositStatus;
  readonly events: readonly string[];
  readonly alerts: readonly string[];
}

const DEPOSIT = newDeposit();
const NOW = DEPOSIT.createdAt;

/**
 * Decides on each of the news in turn as the worker does: it remembers an acceptance and a MED.
 */
function decideAll(
  news: readonly News[],
  { confirmOn = 'accepted' }: { confirmOn?: 'accepted' | 'depix_sent' } = {},
): Outcome {
  let deposit: Deposit = DEPOSIT;
  let acceptedBefore = false;
  let med = false;
  const events: string[] = [];
  const alerts: string[] = [];
  for (const one of news) {
    const reading = toReading(one);
    med ||= one.med ?? false;
    const known = { reading, acceptedBefore, paymentFiled: med, med, confirmOn, now: NOW };
    const { steps, heldSince, alert } = decide(deposit, known);
    for (const step of steps) {
      const { from, to, event } = DEPOSIT_STEPS[step];
      assert.ok(
        from.some((status) => status === deposit.status),
        'only allowed steps are returned',
      );
      assert.ok(RANK[to] > RANK[deposit.status], 'a status never goes back');
      deposit = { ...deposit, status: to };
      events.push(event);
    }
    const { blockchainTxId = deposit.blockchainTxId } = reading;
    deposit = { ...deposit, heldSince, blockchainTxId, providerStatus: one.status };
    if (alert) alerts.push(alert);
    acceptedBefore ||= isAccepted(one.status) || one.txId === true;
  }
  return { status: deposit.status, events, alerts };
}

const NOTHING_BEFORE = {
  ...{ acceptedBefore: false, paymentFiled: false, med: false },
  confirmOn: 'accepted',
} as const;

const RANK: Record<DepositStatus, number> = { PENDING: 0, FAILED: 1, CONFIRMED: 2, REFUNDED: 3 };

function toReading({ status, valueCents, txId }: News): ChargeReading {
  return readingOf(DEPOSIT, {
    status,
    valueCents: cents(valueCents ?? DEPOSIT.totalCents),
    blockchainTxId: txId ? 'ab'.repeat(32) : undefined,
  });
}

const ALL: readonly ChargeStatus[] = [...CHARGE_STATUSES, 'unknown'];

const STATUS_AFTER: Record<ChargeStatus, DepositStatus> = {
  pending: 'PENDING',
  under_review: 'PENDING',
  approved: 'CONFIRMED',
  delayed: 'CONFIRMED',
  depix_sent: 'CONFIRMED',
  will_refund: 'REFUNDED',
  refunded: 'REFUNDED',
  canceled: 'FAILED',
  expired: 'FAILED',
  error: 'PENDING',
  unknown: 'PENDING',
};

for (const status of ALL) {
  test(`${status} leads a new deposit to ${STATUS_AFTER[status]}`, () => {
    assert.equal(decideAll([{ status }]).status, STATUS_AFTER[status]);
  });
}

const anyNews = fc.record({
  status: fc.constantFrom(...ALL),
  med: fc.boolean(),
  txId: fc.boolean(),
  valueCents: fc.constantFrom(DEPOSIT.totalCents, DEPOSIT.totalCents - 1, DEPOSIT.totalCents + 1),
});

/** What the provider may report about one charge over its life, paid at most once and in full. */
const LIVES: readonly (readonly News[])[] = [
  ['pending', 'under_review', 'approved', 'depix_sent'],
  ['pending', 'under_review', 'approved', 'depix_sent', 'refunded'],
  ['pending', 'under_review', 'delayed', 'will_refund', 'refunded'],
  ['under_review', 'will_refund', 'refunded'],
  ['expired', 'under_review', 'approved', 'depix_sent'],
  ['expired', 'under_review', 'will_refund', 'refunded'],
  ['error', 'approved', 'error', 'depix_sent'],
  ['pending', 'under_review', 'canceled'],
  ['approved', 'depix_sent', 'error', 'refunded', 'canceled'],
].map((statuses) => statuses.map((word) => ({ status: word as ChargeStatus })));

/** The same life with the provider's MED report inserted somewhere. */
const DISPUTED: readonly News[] = [
  { status: 'under_review' },
  { status: 'approved' },
  { status: 'depix_sent', txId: true },
  { status: 'depix_sent', txId: true, med: true },
  { status: 'refunded', txId: true },
];

/** The MED report arrives while the status call still lags behind. */
const LAGGING: readonly News[] = [{ status: 'approved' }, { status: 'pending', med: true }];

for (const life of [...LIVES, DISPUTED, LAGGING]) {
  const name = life.map(({ status, med }) => (med ? `med (${status})` : status)).join(', ');
  test(`in every order and with repeats, the final status is the same: ${name}`, () => {
    const expected = decideAll(life).status;
    const shuffled = fc
      .tuple(fc.constant(life), fc.array(fc.constantFrom(...life), { maxLength: 6 }))
      .chain(([all, again]) => {
        const readings = [...all, ...again];
        return fc.shuffledSubarray(readings, { minLength: readings.length });
      });
    fc.assert(
      fc.property(shuffled, (news) => {
        assert.equal(decideAll(news).status, expected);
      }),
      { numRuns: 2_000 },
    );
  });
}

test('no sequence of readings emits an event twice, or a confirmation after a refund', () => {
  const confirmOn = fc.constantFrom('accepted' as const, 'depix_sent' as const);
  fc.assert(
    fc.property(fc.array(anyNews, { maxLength: 12 }), confirmOn, (news, when) => {
      const { events } = decideAll(news, { confirmOn: when });
      assert.equal(new Set(events).size, events.length);
      const refunded = events.indexOf('deposit.refunded');
      if (refunded >= 0) assert.equal(events.slice(refunded).includes('deposit.confirmed'), false);
    }),
    { numRuns: 10_000 },
  );
});

test('no sequence of readings confirms an underpaid deposit', () => {
  const short = anyNews.map((news) => ({ ...news, valueCents: DEPOSIT.totalCents - 1 }));
  fc.assert(
    fc.property(fc.array(short, { maxLength: 12 }), (news) => {
      assert.equal(decideAll(news).events.includes('deposit.confirmed'), false);
    }),
  );
});

test('a refund of an accepted payment passes through its confirmation', () => {
  const both = ['deposit.confirmed', 'deposit.refunded'];
  assert.deepEqual(decideAll([{ status: 'refunded', txId: true }]).events, both);
  assert.deepEqual(decideAll([{ status: 'refunded', med: true }]).events, both);
  assert.deepEqual(decideAll([{ status: 'approved' }, { status: 'refunded' }]).events, both);
  assert.deepEqual(decideAll([{ status: 'refunded' }]).events, ['deposit.refunded']);
});

test('a filed payment counts only once the deposit is refunded', () => {
  const after = (status: ChargeStatus) =>
    decide(DEPOSIT, {
      ...knownAt(NOW),
      reading: readingOf(DEPOSIT, { status }),
      paymentFiled: true,
    }).steps;
  assert.deepEqual(after('refunded'), ['confirm', 'refund']);
  for (const status of ['pending', 'under_review', 'unknown'] as const) {
    assert.deepEqual(after(status), []);
  }
  assert.deepEqual(after('canceled'), ['fail']);
});

test('an underpaid deposit is not confirmed by a refund that reports the full amount', () => {
  const short = { ...DEPOSIT, paidCents: cents(DEPOSIT.totalCents - 300) };
  const reading = readingOf(DEPOSIT, { status: 'refunded' });
  const known = { ...knownAt(NOW), acceptedBefore: true, reading };
  assert.deepEqual(decide(short, known).steps, ['refund']);
});

test('a deposit that is confirmed on depix_sent is not confirmed by an approval', () => {
  const waits = { confirmOn: 'depix_sent' } as const;
  assert.equal(decideAll([{ status: 'approved' }, { status: 'delayed' }], waits).status, 'PENDING');
  assert.equal(
    decideAll([{ status: 'approved' }, { status: 'depix_sent' }], waits).status,
    'CONFIRMED',
  );
});

test('a deposit in error is held for 24 hours from the first report, and then fails', () => {
  const first = decide(DEPOSIT, knownAt(NOW));
  assert.deepEqual([first.steps, first.heldSince], [[], NOW]);
  const held = { ...DEPOSIT, heldSince: first.heldSince };
  const almost = decide(held, knownAt(new Date(NOW.getTime() + ERROR_HOLD_MS - 1)));
  assert.deepEqual([almost.steps, almost.heldSince], [[], NOW]);
  const over = decide(held, knownAt(new Date(NOW.getTime() + ERROR_HOLD_MS)));
  assert.deepEqual([over.steps, over.failureReason], [['fail'], 'provider_error']);
  assert.equal(ERROR_HOLD_MS, 24 * 3_600_000);
});

test('an impossible status is reported as refused, and a repeated one is not', () => {
  const refusedOf = (status: DepositStatus, news: ChargeStatus) => {
    const reading = readingOf(DEPOSIT, { status: news });
    const { steps, refused } = decide({ ...DEPOSIT, status }, { ...knownAt(NOW), reading });
    return steps.length > 0 ? steps : refused;
  };
  assert.equal(refusedOf('REFUNDED', 'approved'), 'CONFIRMED');
  assert.equal(refusedOf('REFUNDED', 'canceled'), 'FAILED');
  assert.equal(refusedOf('CONFIRMED', 'expired'), 'FAILED');
  for (const [status, again] of [
    ['CONFIRMED', 'depix_sent'],
    ['REFUNDED', 'refunded'],
    ['FAILED', 'expired'],
    ['PENDING', 'under_review'],
  ] as const) {
    assert.equal(refusedOf(status, again), undefined, again);
  }
  assert.deepEqual(refusedOf('FAILED', 'approved'), ['confirm']);
});

test('an error that clears resets its hold', () => {
  const reading = readingOf(DEPOSIT, { status: 'under_review' });
  const known = { ...knownAt(NOW), reading };
  assert.equal(decide({ ...DEPOSIT, heldSince: NOW }, known).heldSince, null);
});

function knownAt(now: Date) {
  const reading = readingOf(DEPOSIT, { status: 'error' });
  return { ...NOTHING_BEFORE, reading, now };
}

test('a failure has a reason', () => {
  const reasonOf = (status: ChargeStatus, reasons: string[] = []) => {
    const reading = readingOf(DEPOSIT, { status, reasons });
    return decide(DEPOSIT, { ...knownAt(NOW), reading }).failureReason;
  };
  assert.equal(reasonOf('expired'), 'expired');
  assert.equal(reasonOf('canceled'), 'canceled');
  assert.equal(reasonOf('canceled', ['BLOCKED_USER']), 'payer_declined');
});

test('unexpected readings raise an alert of the right kind', () => {
  const ODD = 'unbelievable_news';
  const cases: [News[], string[]][] = [
    [[{ status: 'approved', valueCents: DEPOSIT.totalCents - 1 }], ['paid_short']],
    [[{ status: 'approved', valueCents: DEPOSIT.totalCents + 1 }], ['paid_over']],
    [[{ status: 'unknown' }], ['unknown_status']],
    [[{ status: 'pending', med: true }], [ODD]],
    [[{ status: 'approved' }, { status: 'expired' }], [ODD]],
    // Its stablecoin was sent, whatever the status was called.
    [[{ status: 'error', txId: true }, { status: 'canceled' }], [ODD]],
    [[{ status: 'canceled', txId: true }], [ODD]],
    [[{ status: 'approved' }, { status: 'depix_sent' }], []],
    [[{ status: 'will_refund' }, { status: 'depix_sent' }], [ODD]],
    // Refunded by the MED alone; the provider's own status comes only later.
    [[{ status: 'pending', txId: true, med: true }, { status: 'approved' }], Array(2).fill(ODD)],
    [[{ status: 'approved' }, { status: 'approved', med: true }, { status: 'depix_sent' }], []],
  ];
  for (const [news, alerts] of cases) assert.deepEqual(decideAll(news).alerts, alerts);
});
