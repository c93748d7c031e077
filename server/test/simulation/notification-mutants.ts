/** Mistakes after which the states are right, but not what was reported or added up. */
import type { Mutant } from './mutants.ts';

export const NOTIFICATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'a refund raises no alert',
    edits: [
      {
        file: 'src/deposits/settle-deposit.ts',
        from: 'if (reversed) await recordReversal',
        to: 'if (reversed && med) await recordReversal',
      },
    ],
  },
  {
    name: 'an event carries the previous state of its deposit',
    edits: [
      {
        file: 'src/deposits/settlement.ts',
        from: 'event: DEPOSIT_STEPS[step].event, after };',
        to: 'event: DEPOSIT_STEPS[step].event, after: before };',
      },
    ],
  },
  {
    name: 'an event carries the previous state of its withdrawal',
    edits: [
      {
        file: 'src/withdrawals/settlement.ts',
        from: 'event: WITHDRAWAL_STEPS[step].event, after };',
        to: 'event: WITHDRAWAL_STEPS[step].event, after: before };',
      },
    ],
  },
  {
    name: 'a wrong paid amount raises no alert',
    edits: [
      {
        file: 'src/deposits/decide.ts',
        from: "return isPaidShort(deposit, reading) ? 'paid_short' : 'paid_over';",
        to: 'return undefined;',
      },
    ],
  },
  {
    name: 'a paid orphan charge raises no alert',
    edits: [
      {
        file: 'src/deposits/watch-orphans.ts',
        from: "await raiseAlert(app.db, app, { environmentId, kind: 'orphan_paid', subject, detail });",
        to: '',
      },
    ],
  },
  {
    name: 'a deposit sent on the chain is refunded without having been confirmed',
    edits: [
      {
        file: 'src/deposits/decide.ts',
        from: "return passesConfirmed && unconfirmed ? ['confirm', 'refund'] : ['refund'];",
        to: "return passesConfirmed && unconfirmed ? ['refund'] : ['refund'];",
      },
    ],
  },
  {
    name: 'a deposit that leaves CONFIRMED is still counted',
    edits: [
      {
        file: 'src/deposits/deposit.ts',
        from: "Number(to === 'CONFIRMED') - Number(from === 'CONFIRMED')",
        to: "Number(to === 'CONFIRMED')",
      },
    ],
  },
  {
    name: 'sums are kept for something other than the wallet',
    edits: [
      {
        file: 'memory/settlements.ts',
        from: 'paymentLinkId === null ? [walletId] : [walletId, paymentLinkId]',
        to: '[paymentLinkId ?? id]',
      },
    ],
  },
];
