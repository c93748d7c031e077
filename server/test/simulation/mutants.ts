/**
 * Mistakes that somebody could make, each as an edit of source text: in the verbs themselves, or in
 * a statement's in-memory version, which stands for the same mistake in the SQL.
 */

/** An edit of one module's text that makes it wrong. */
export interface Edit {
  /** How the module's path ends. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Whether it shows so seldom that it takes a longer search. */
  readonly isRare?: boolean;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a process that lost its claim still completes the key',
    isRare: true,
    edits: [
      {
        file: 'memory/claim.ts',
        from: "row.attempt === claim.attempt && row.state === 'running' ? row : undefined",
        to: "row?.state !== 'done' ? row : undefined",
      },
    ],
  },
  {
    name: 'a key is taken over before its lease expires',
    edits: [
      {
        file: 'memory/claim.ts',
        from: "row.state === 'resting' || (row.state === 'running' && isAbandoned(row, now))",
        to: "row.state === 'resting' || (row.state === 'running' && now !== null)",
      },
      {
        file: 'src/idempotency/once.ts',
        from: "if (known.state === 'running' && !known.leaseOver) throw inProgress();",
        to: '',
      },
      {
        file: 'memory/claim.ts',
        from: 'if (row?.attempt !== known.attempt ||',
        to: 'if (!row ||',
      },
      {
        file: 'memory/claim.ts',
        from: "row.attempt === claim.attempt && row.state === 'running' ? row : undefined",
        to: "row?.state === 'running' ? row : undefined",
      },
    ],
  },
  {
    name: 'an unknown outcome counts as not executed',
    edits: [
      {
        file: 'src/idempotency/once.ts',
        from: 'unknown: restKey',
        to: 'unknown: releaseKey',
      },
    ],
  },
  {
    name: 'a listed charge that was never shown is not recorded',
    edits: [
      {
        file: 'src/deposits/find-orphans.ts',
        from: 'listed.filter((row) => !known.has(row.ref))',
        to: "listed.filter((row) => !known.has(row.ref) && row.status === 'unknown')",
      },
    ],
  },
  {
    name: 'a response is stored before its deposit, in a separate commit',
    edits: [
      {
        file: 'memory/record-deposit.ts',
        from: 'return complete(app, ending, (s) =>',
        to: "return complete(app, ending, () => undefined).then((kept) => statement(app.db, 'late', (s) => { write(s); return kept; }));\n  function write(s: Statement) { return",
      },
      {
        file: 'memory/record-deposit.ts',
        from: '    }),\n  );',
        to: '    });\n  }',
      },
      {
        file: 'memory/record-deposit.ts',
        from: "import { complete } from './complete-key.ts';",
        to: "import { complete } from './complete-key.ts';\nimport { statement } from './connection.ts';\nimport type { Statement } from './database.ts';",
      },
    ],
  },
  {
    name: 'a payout that was already created is created again',
    edits: [
      {
        file: 'src/withdrawals/create-withdrawal.ts',
        from: 'const payout = saved ?? (await makePayout(app, provider, claim, intent));',
        to: 'const payout = await makePayout(app, provider, claim, intent);',
      },
    ],
  },
  {
    name: 'a payout is given up at its first refusal',
    edits: [
      {
        file: 'src/withdrawals/create-withdrawal.ts',
        from: 'if (saved) await giveUp(app, claim, saved);',
        to: 'await giveUp(app, claim, payout);',
      },
    ],
  },
  {
    name: 'the status is written before the event, in a separate commit',
    edits: [
      {
        file: 'memory/settlements.ts',
        from: "  statement(tx, 'writeSettlements', (s) => {",
        to: "  apart(tx, 'writeSettlements', (s) => {",
      },
      {
        file: 'memory/settlements.ts',
        from: 'import { statement }',
        to: 'import { apart, statement }',
      },
    ],
  },
  {
    name: 'a withdrawal is written before its history and event, in a separate commit',
    edits: [
      {
        file: 'memory/withdrawal-settlements.ts',
        from: "  statement(tx, 'writeSettlement', (s) => {",
        to: "  apart(tx, 'writeSettlement', (s) => {",
      },
      {
        file: 'memory/withdrawal-settlements.ts',
        from: 'import { statement }',
        to: 'import { apart, statement }',
      },
    ],
  },
  {
    name: 'a deposit is settled without locking it',
    edits: [
      {
        file: 'memory/settlements.ts',
        from: 'const row = s.lock(deposits, keyOf(environmentId, id));',
        to: 'const row = s.find(deposits, keyOf(environmentId, id));',
      },
      {
        file: 'memory/settlements.ts',
        from: '.map((key) => s.lock(deposits, key))',
        to: '.map((key) => s.find(deposits, key))',
      },
      {
        file: 'memory/settlements.ts',
        from: "if (row?.status !== before.status) throw new Error('a deposit left the status it was in');",
        to: 'if (!row) return;',
      },
    ],
  },
  {
    name: 'sums are updated in a separate commit',
    edits: [
      {
        file: 'memory/settlements.ts',
        from: "  await statement(tx, 'moveSums', (s) => {",
        to: "  await apart(tx, 'moveSums', (s) => {",
      },
      {
        file: 'memory/settlements.ts',
        from: 'import { statement }',
        to: 'import { apart, statement }',
      },
    ],
  },
  {
    name: 'notices are marked as applied before they are',
    edits: [
      {
        file: 'src/provider/apply-notices.ts',
        from: 'const settled = await handler.settle(target, notices);',
        to: 'await markApplied(app.db, notices); const settled = await handler.settle(target, notices);',
      },
    ],
  },
  {
    name: 'a worker that lost the lease of a delivery still records its attempt',
    isRare: true,
    edits: [
      {
        file: 'memory/attempt-store.ts',
        from: 'if (row?.lease !== delivery.lease) return false;',
        to: 'if (!row) return false;',
      },
    ],
  },
  {
    name: 'the lease of a delivery never expires',
    edits: [
      {
        file: 'memory/lease-store.ts',
        from: 'isDue(nextAttemptAt, now) && (!leaseUntil || isDue(leaseUntil, now))',
        to: 'isDue(nextAttemptAt, now) && !leaseUntil',
      },
    ],
  },
  {
    name: 'a FAILED deposit stays FAILED when it is paid',
    isRare: true,
    edits: [
      {
        file: 'src/deposits/deposit.ts',
        from: "from: ['PENDING', 'FAILED'], to: 'CONFIRMED'",
        to: "from: ['PENDING'], to: 'CONFIRMED'",
      },
    ],
  },
  {
    name: 'a poll that fails is dropped instead of rescheduled',
    isRare: true,
    edits: [
      {
        file: 'memory/deposits.ts',
        from: 's.update(deposits, row, { lookAt: onGrid(later(s.now, 40)) });',
        to: 's.update(deposits, row, { lookAt: null });',
      },
    ],
  },
];
