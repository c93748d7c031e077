import { type Row, WHOLE } from './row.ts';

export const WITHDRAWALS: readonly Row[] = [
  {
    id: 'W1',
    fault: 'every fault of a deposit’s order; Pix keys of every form',
    outcome: 'the same outcomes; an address that was never shown is on record',
    shownBy: {
      'server/test/faults/killed-orders.long.test.ts': WHOLE,
      'server/src/idempotency/lost-progress.test.ts': WHOLE,
      'server/src/idempotency/once.test.ts': [
        'a created payout whose first reading failed is read again, not created again',
        'a created payout is never created again, whatever error its first reading gets',
        'a payout whose key is abandoned is recorded as an orphan',
      ],
      'server/src/pix/pix-key.test.ts': WHOLE,
    },
  },
  {
    id: 'W2',
    fault: 'one intended payment under two keys: ordered again',
    outcome: 'a program gets two orders; a person who resubmits repeats the first',
    shownBy: {
      'server/test/faults/repeated-payouts.test.ts': WHOLE,
      'dashboard/src/orders/open-order.test.ts': WHOLE,
    },
  },
  {
    id: 'W3',
    fault: 'the provider returns a wrong, foreign or used address',
    outcome: 'it is never shown, and an operator is alerted',
    shownBy: {
      'server/src/provider/eulen/eulen.test.ts': WHOLE,
      'server/src/idempotency/once.test.ts': [
        'a funding address that was used before is never shown again, and raises an alert',
      ],
    },
  },
  {
    id: 'W4',
    fault: 'too little or too much is sent, or it is sent twice',
    outcome: 'only the provider’s status changes the state, and an operator is alerted',
    shownBy: {
      'server/test/journeys/withdrawal.test.ts': [
        'a short funding completes a withdrawal only within the provider’s tolerance',
      ],
      'server/src/withdrawals/decide.test.ts': ['reports that need an operator raise an alert'],
      'simulator/src/withdrawals/withdrawal.test.ts': WHOLE,
    },
  },
  {
    id: 'W5',
    fault: 'funds arrive after the expiry',
    outcome: 'completed by way of PROCESSING, reported once, and an operator is alerted',
    shownBy: {
      'server/src/withdrawals/settle-withdrawal.test.ts': [
        'a payout after the expiry passes through PROCESSING in one step, and raises an alert',
      ],
      'server/test/journeys/withdrawal.test.ts': [
        'a withdrawal paid out after it failed is completed, and an operator alerted',
        'a withdrawal funded after it expired is completed, or stays expired, depending on the sandbox command',
      ],
    },
  },
  {
    id: 'W6',
    fault: 'statuses in every order',
    outcome: 'a payout that was made wins; each kind of event once',
    shownBy: { 'server/src/withdrawals/decide.test.ts': WHOLE },
  },
  {
    id: 'W7',
    fault: 'expiry and funds at the same instant, while our clock is wrong',
    outcome: 'the provider’s status decides, never our clock alone',
    shownBy: { 'server/src/withdrawals/look-at-withdrawals.test.ts': WHOLE },
  },
  {
    id: 'W8',
    fault: 'a payout is returned after it was completed',
    outcome: 'the state stays, and an operator is alerted',
    shownBy: {
      'server/src/withdrawals/settle-withdrawal.test.ts': [
        'a payout returned after completion changes no status and raises an alert',
      ],
    },
  },
];
