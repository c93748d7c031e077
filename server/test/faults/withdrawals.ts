import { type Row, WHOLE } from './row.ts';

export const WITHDRAWALS: readonly Row[] = [
  {
    id: 'W1',
    fault: 'all that befalls the order of a deposit; PIX keys of every form',
    outcome: 'the same; an address that nobody was shown is on record',
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
    fault: 'one wish, two keys: the same payment ordered again',
    outcome: 'two keys are two orders for a program; a person who sends again repeats the first',
    shownBy: {
      'server/test/faults/repeated-wishes.test.ts': WHOLE,
      'dashboard/src/orders/open-order.test.ts': WHOLE,
    },
  },
  {
    id: 'W3',
    fault: 'the provider gives a wrong, foreign or used address',
    outcome: 'it is never shown, and an operator is told',
    shownBy: {
      'server/src/provider/eulen/eulen.test.ts': WHOLE,
      'server/src/idempotency/once.test.ts': [
        'a funding address that was used before is never shown again, and raises an alert',
      ],
    },
  },
  {
    id: 'W4',
    fault: 'too little, too much or twice is sent',
    outcome: 'only the provider’s word moves the state, and an operator is told',
    shownBy: {
      'server/test/journeys/withdrawal.test.ts': [
        'funded short beyond what the provider takes stays as it is',
      ],
      'server/src/withdrawals/decide.test.ts': ['what an operator must see is alarmed'],
      'simulator/src/withdrawals/withdrawal.test.ts': WHOLE,
    },
  },
  {
    id: 'W5',
    fault: 'funds after the expiry',
    outcome: 'completed through processing, told of once, and alarmed',
    shownBy: {
      'server/src/withdrawals/settle-withdrawal.test.ts': [
        'a payout after the expiry passes through PROCESSING in one transaction, and is alarmed',
      ],
      'server/test/journeys/withdrawal.test.ts': [
        'paid out after it had failed is completed, and an operator alerted',
        'funded after it expired is completed through processing, or lost, as it is played',
      ],
    },
  },
  {
    id: 'W6',
    fault: 'news in every order',
    outcome: 'a payout that was made wins; each kind of event once',
    shownBy: { 'server/src/withdrawals/decide.test.ts': WHOLE },
  },
  {
    id: 'W7',
    fault: 'expiry and funds at one instant, and a clock of ours that is wrong',
    outcome: 'the provider’s reading decides, never our clock alone',
    shownBy: { 'server/src/withdrawals/look-at-withdrawals.test.ts': WHOLE },
  },
  {
    id: 'W8',
    fault: 'returned after it was completed',
    outcome: 'the state stays, and an operator is told',
    shownBy: {
      'server/src/withdrawals/settle-withdrawal.test.ts': [
        'a payout returned after it was completed changes no state and is alarmed',
      ],
    },
  },
];
