import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newWithdrawal, payoutReadingOf } from '../../test/withdrawals.ts';
import { cents } from '../money.ts';
import { PAYOUT_STATUSES, type PayoutReading, type PayoutStatus } from '../provider/port.ts';
import { decide, ERROR_HOLD_MS } from './decide.ts';
import { type Withdrawal, WITHDRAWAL_STEPS, type WithdrawalStatus } from './withdrawal.ts';

interface News {
  readonly status: PayoutStatus;
  readonly txId?: boolean;
  /** Whether our clock is past the provider's expiration when this is reported. */
  readonly late?: boolean;
}

const WITHDRAWAL = newWithdrawal();
const NOW = WITHDRAWAL.createdAt;
const RANK: Record<WithdrawalStatus, number> = {
  PENDING: 0,
  EXPIRED: 1,
  PROCESSING: 2,
  FAILED: 3,
  COMPLETED: 4,
};

function tell(news: readonly News[]) {
  let withdrawal: Withdrawal = WITHDRAWAL;
  const events: string[] = [];
  const alerts: string[] = [];
  for (const { status, txId, late } of news) {
    const reading = payoutReadingOf(WITHDRAWAL, {
      status,
      expiresAt: late ? NOW : WITHDRAWAL.expiresAt,
      blockchainTxId: txId ? 'ab'.repeat(32) : undefined,
    });
    const { steps, heldSince, alerts: raised } = decide(withdrawal, reading, NOW, NOW);
    for (const step of steps) {
      const { from, to, event } = WITHDRAWAL_STEPS[step];
      assert.ok(
        from.some((one) => one === withdrawal.status),
        'only allowed steps are returned',
      );
      assert.ok(RANK[to] > RANK[withdrawal.status], 'no status ranks below the previous one');
      withdrawal = { ...withdrawal, status: to };
      if (event !== undefined) events.push(event);
    }
    const { blockchainTxId = withdrawal.blockchainTxId } = reading;
    withdrawal = { ...withdrawal, heldSince, blockchainTxId };
    alerts.push(...raised);
  }
  return { status: withdrawal.status, events, alerts };
}

const ALL: readonly PayoutStatus[] = [...PAYOUT_STATUSES, 'unknown'];

const STATUS_AFTER: Record<PayoutStatus, WithdrawalStatus> = {
  unsent: 'PENDING',
  sending: 'PROCESSING',
  sent: 'COMPLETED',
  error: 'PENDING',
  canceled: 'FAILED',
  refunded: 'FAILED',
  unknown: 'PENDING',
};

test('an impossible transition is reported as refused, and a repeated status is not', () => {
  const refusedOf = (status: WithdrawalStatus, news: PayoutStatus) => {
    const reading = payoutReadingOf(WITHDRAWAL, { status: news });
    return decide({ ...WITHDRAWAL, status }, reading, NOW, NOW).refused;
  };
  assert.equal(refusedOf('COMPLETED', 'sending'), 'PROCESSING');
  assert.equal(refusedOf('COMPLETED', 'refunded'), 'FAILED');
  assert.equal(refusedOf('EXPIRED', 'canceled'), 'FAILED');
  assert.equal(refusedOf('COMPLETED', 'sent'), undefined);
  assert.equal(refusedOf('PROCESSING', 'sending'), undefined);
  assert.equal(refusedOf('EXPIRED', 'sent'), undefined);
});

for (const status of ALL) {
  test(`${status} leads a new withdrawal to ${STATUS_AFTER[status]}`, () => {
    assert.equal(tell([{ status }]).status, STATUS_AFTER[status]);
  });
}

test('a withdrawal with a funding transaction is processing, whatever the clock says', () => {
  assert.equal(tell([{ status: 'unsent', txId: true, late: true }]).status, 'PROCESSING');
});

test('a withdrawal whose funding was seen is processing, even if a later reading leaves it out', () => {
  for (const status of ['error', 'unknown'] as const) {
    const news = [
      { status, txId: true },
      { status: 'unsent', late: true },
    ] as const;
    assert.equal(tell(news).status, 'PROCESSING');
  }
});

test('a withdrawal expires if it is unfunded past its expiration, and only then', () => {
  assert.deepEqual(tell([{ status: 'unsent', late: true }]).events, ['withdrawal.expired']);
  assert.equal(tell([{ status: 'unsent', late: false }]).status, 'PENDING');
  assert.equal(tell([{ status: 'error', late: true }]).status, 'PENDING');
});

test('a reading requested before the expiration does not expire a withdrawal', () => {
  const { expiresAt } = WITHDRAWAL;
  const reading = payoutReadingOf(WITHDRAWAL, { status: 'unsent', expiresAt });
  const at = (ms: number) => new Date(expiresAt.getTime() + ms);
  assert.deepEqual(decide(WITHDRAWAL, reading, at(1_000), at(-2_000)).steps, []);
  assert.deepEqual(decide(WITHDRAWAL, reading, at(-1), at(-1)).steps, []);
  assert.deepEqual(decide(WITHDRAWAL, reading, at(1_000), at(-10)).steps, ['expire']);
});

/** What the provider may report about one payout over its life. */
const LIVES: readonly (readonly News[])[] = [
  [{ status: 'unsent' }, { status: 'sending', txId: true }, { status: 'sent', txId: true }],
  [{ status: 'unsent', late: true }, { status: 'sending' }, { status: 'sent' }],
  [{ status: 'sending' }, { status: 'error' }, { status: 'sent' }],
  [{ status: 'sending' }, { status: 'error' }, { status: 'refunded' }],
  [{ status: 'unsent' }, { status: 'canceled' }, { status: 'refunded' }],
  [{ status: 'canceled' }, { status: 'sent' }],
  [{ status: 'refunded' }, { status: 'sending' }, { status: 'sent' }],
];

for (const life of LIVES) {
  const name = life.map(({ status, late }) => (late ? `${status} past its time` : status));
  test(`the final status is the same in any order and with repetitions: ${name.join(', ')}`, () => {
    const expected = tell(life).status;
    const reports = fc
      .array(fc.constantFrom(...life), { maxLength: 6 })
      .map((again) => [...life, ...again])
      .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
    fc.assert(
      fc.property(reports, (news) => {
        assert.equal(tell(news).status, expected);
      }),
      { numRuns: 2_000 },
    );
  });
}

const anyNews = fc.record({
  status: fc.constantFrom(...ALL),
  txId: fc.boolean(),
  late: fc.boolean(),
});

test('each kind of event occurs at most once, whatever the provider reports', () => {
  fc.assert(
    fc.property(fc.array(anyNews, { maxLength: 12 }), (news) => {
      const { events } = tell(news);
      assert.equal(new Set(events).size, events.length);
    }),
    { numRuns: 10_000 },
  );
});

test('a payout that was made is completed, whatever else the provider reports', () => {
  fc.assert(
    fc.property(fc.array(anyNews, { maxLength: 12 }), (news) => {
      const { status, events } = tell([...news, { status: 'sent' }]);
      assert.equal(status, 'COMPLETED');
      assert.equal(events.at(-1), 'withdrawal.completed');
    }),
  );
});

test('an error is held for 72 hours after its first report, and then fails the withdrawal', () => {
  const reading = payoutReadingOf(WITHDRAWAL, { status: 'error' });
  assert.equal(ERROR_HOLD_MS, 72 * 3_600_000);
  assert.equal(decide(WITHDRAWAL, reading, NOW, NOW).heldSince, NOW);
  for (const status of ['PENDING', 'PROCESSING'] as const) {
    const held = { ...WITHDRAWAL, status, heldSince: NOW };
    const at = (ms: number) => {
      const now = new Date(NOW.getTime() + ms);
      return decide(held, reading, now, now);
    };
    assert.deepEqual(at(ERROR_HOLD_MS - 1).steps, []);
    const over = at(ERROR_HOLD_MS);
    assert.deepEqual([over.steps, over.failureReason], [['fail'], 'provider_error']);
  }
});

test('a failure has a reason', () => {
  for (const status of ['canceled', 'refunded'] as const) {
    const reading = payoutReadingOf(WITHDRAWAL, { status });
    assert.equal(decide(WITHDRAWAL, reading, NOW, NOW).failureReason, status);
  }
});

test('reports that need an operator raise an alert', () => {
  const cases: [News[], string[]][] = [
    [[{ status: 'unknown' }], ['unknown_status']],
    [[{ status: 'canceled' }, { status: 'sent' }], ['paid_out_late']],
    [[{ status: 'unsent', late: true }, { status: 'sent' }], ['paid_out_late']],
    [
      [{ status: 'canceled' }, { status: 'sending' }, { status: 'sent' }],
      ['paying_out_late', 'paid_out_late'],
    ],
    [[{ status: 'unsent', late: true }, { status: 'sending' }], ['paying_out_late']],
    [
      [
        { status: 'unsent', late: true },
        { status: 'unsent', txId: true },
      ],
      ['paying_out_late'],
    ],
    [[{ status: 'unsent', late: true }, { status: 'error' }], ['paying_out_late']],
    [
      [
        { status: 'unsent', late: true },
        { status: 'unsent', late: true },
      ],
      [],
    ],
    [[{ status: 'canceled' }, { status: 'error' }, { status: 'refunded' }], []],
    [[{ status: 'sent' }, { status: 'refunded' }], ['returned_after_payout']],
    [[{ status: 'sending' }, { status: 'sent' }, { status: 'sent' }], []],
  ];
  for (const [news, alerts] of cases) assert.deepEqual(tell(news).alerts, alerts);
});

const OTHERWISE = [
  { payoutCents: cents(4_900) },
  { depositAmountCents: cents(5_099) },
  { depositAddress: 'another' },
  { pixKey: 'joao@example.com' },
];

test('a payout that differs from its order raises an alert, unless it is canceled or refunded', () => {
  const alertsOf = (status: WithdrawalStatus, reading: Partial<PayoutReading>) =>
    decide({ ...WITHDRAWAL, status }, payoutReadingOf(WITHDRAWAL, reading), NOW, NOW).alerts;
  for (const change of OTHERWISE) {
    for (const status of ['unsent', 'sending', 'error', 'sent'] as const) {
      assert.deepEqual(alertsOf('PENDING', { status, ...change }), ['paid_out_differently']);
    }
    for (const status of ['canceled', 'refunded'] as const) {
      assert.deepEqual(alertsOf('PENDING', { status, ...change }), []);
    }
    const late = alertsOf('EXPIRED', { status: 'sent', ...change });
    assert.deepEqual(late, ['paid_out_late', 'paid_out_differently']);
  }
});

test('money held by the provider for a day raises an alert until it is paid out or returned', () => {
  const alertsAt = (hours: number, status: PayoutStatus, changes: Partial<Withdrawal> = {}) => {
    const processing = { status: 'PROCESSING', processingAt: NOW } as const;
    const now = new Date(NOW.getTime() + hours * 3_600_000);
    const reading = payoutReadingOf(WITHDRAWAL, { status });
    return decide({ ...WITHDRAWAL, ...processing, ...changes }, reading, now, now).alerts;
  };
  for (const status of ['unsent', 'sending', 'error'] as const) {
    assert.deepEqual(alertsAt(23, status), []);
    assert.deepEqual(alertsAt(24, status), ['payout_unsettled']);
    assert.deepEqual(alertsAt(24, status, { status: 'COMPLETED' }), []);
  }
  for (const status of ['sent', 'canceled', 'refunded'] as const) {
    assert.deepEqual(alertsAt(99, status), []);
  }
  assert.deepEqual(alertsAt(99, 'unsent', { status: 'PENDING', processingAt: null }), []);
});
