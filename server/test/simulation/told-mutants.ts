/** Mistakes after which the states are right, but not what was reported or added up. */
import type { Mutant } from './mutants.ts';

export const TOLD_MUTANTS: readonly Mutant[] = [
  {
    name: 'what went back leaves no alert',
    edits: [
      {
        file: 'src/deposits/settle-deposit.ts',
        from: 'if (reversed) await recordReversal',
        to: 'if (reversed && med) await recordReversal',
      },
    ],
  },
  {
    name: 'an event tells how a deposit stood before',
    edits: [
      {
        file: 'src/deposits/settle-deposit.ts',
        from: 'data: depositStatus(step.after)',
        to: 'data: depositStatus(before)',
      },
    ],
  },
  {
    name: 'an event tells how a withdrawal stood before',
    edits: [
      {
        file: 'src/withdrawals/settle-withdrawal.ts',
        from: 'const data = withdrawalStatus(after);',
        to: 'const data = withdrawalStatus(withdrawal);',
      },
    ],
  },
  {
    name: 'nobody is told that another amount was paid',
    edits: [
      {
        file: 'src/deposits/decide.ts',
        from: "return isPaidShort(deposit, reading) ? 'paid_short' : 'paid_over';",
        to: 'return undefined;',
      },
    ],
  },
  {
    name: 'nobody is told that a charge of nobody’s was paid',
    edits: [
      {
        file: 'src/deposits/watch-orphans.ts',
        from: "await raiseAlert(app.db, app, { environmentId, kind: 'orphan_paid', subject, detail });",
        to: '',
      },
    ],
  },
  {
    name: 'what was delivered goes back without having been confirmed',
    edits: [
      {
        file: 'src/deposits/decide.ts',
        from: "return passesConfirmed && unconfirmed ? ['confirm', 'refund'] : ['refund'];",
        to: "return passesConfirmed && unconfirmed ? ['refund'] : ['refund'];",
      },
    ],
  },
  {
    name: 'what leaves CONFIRMED is counted on',
    edits: [
      {
        file: 'src/deposits/deposit.ts',
        from: "Number(to === 'CONFIRMED') - Number(from === 'CONFIRMED')",
        to: "Number(to === 'CONFIRMED')",
      },
    ],
  },
  {
    name: 'sums are kept of something else than the wallet',
    edits: [
      {
        file: 'memory/settlements.ts',
        from: 'paymentLinkId === null ? [walletId] : [walletId, paymentLinkId]',
        to: '[paymentLinkId ?? id]',
      },
    ],
  },
];
