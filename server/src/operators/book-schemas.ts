import { Type } from 'typebox';
import { MODES } from '../accounts/environment.ts';
import {
  CountOf,
  ID_PATTERN,
  IdOf,
  MostlyNull,
  Nullable,
  OneOf,
  TimestampOf,
} from '../platform/schema.ts';
import { RESOLUTIONS } from '../reconciliation/difference.ts';
import { SWEEP_NAMES } from '../reconciliation/sweep.ts';
import { OperatorAccount } from './account-schemas.ts';
import { ActOrder } from './reason.ts';

const Connection = Type.String({
  maxLength: 30,
  description: '`live`, or the test environment that is a partner of the sandbox.',
  examples: ['live'],
});
const ProviderRef = Type.String({
  maxLength: 200,
  description: 'What the provider calls it.',
  examples: ['5f0c1b7e9a3d4c2f8e6b1a0d9c8b7a65'],
});
const Environment = MostlyNull(IdOf('env', 'Whose it is, where that is known.'));
const Resource = MostlyNull(
  Type.String({
    maxLength: 30,
    description: 'The deposit or withdrawal.',
    examples: ['dep_01kah3v5wze8br4hmsf2e8r0tv'],
  }),
);
const Kind = Type.String({ maxLength: 40, description: 'What it is.', examples: ['missing_here'] });

const Outcomes = Type.Object(
  {
    matched: CountOf('Provider, chain and books agree.'),
    missingAtProvider: CountOf('The provider does not know them.'),
    missingOnChain: CountOf('The chain does not know their transactions.'),
    amountDiffers: CountOf('The provider or the chain tells of another payment.'),
    waiting: CountOf('Not looked at yet, or no clear answer yet.'),
  },
  {
    title: 'SweepOutcomes',
    description: 'What became of the deposits of the pass before; null where it compared none.',
  },
);

export const Reconciliation = Type.Object(
  {
    sweeps: Type.Array(
      Type.Object(
        {
          connection: Connection,
          sweep: OneOf(SWEEP_NAMES, {
            description: 'How far back it looks; `asked` is an operator’s.',
          }),
          position: MostlyNull(TimestampOf('How far it has come; null between two passes.')),
          until: MostlyNull(TimestampOf('Where this pass ends.')),
          dueAt: TimestampOf('When it goes on.'),
          isRunning: Type.Boolean({ description: 'Whether a worker is at it.', examples: [false] }),
          failures: CountOf('How often its next step has failed.'),
          gaps: CountOf('Stretches of this pass that nobody could compare.'),
          finishedAt: MostlyNull(TimestampOf('When the pass before ended.')),
          outcomes: Nullable(Outcomes),
        },
        { title: 'Sweep' },
      ),
      { maxItems: 100, description: 'Live first, then those that have failed or wait longest.' },
    ),
    differences: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ format: 'int64', description: 'Its number.', examples: [7] }),
          kind: Kind,
          connection: Connection,
          environmentId: Environment,
          providerRef: ProviderRef,
          resourceId: Resource,
          times: CountOf('How often it was seen.'),
          firstSeenAt: TimestampOf('When it was found.'),
          lastSeenAt: TimestampOf('When it was last seen.'),
          resolvedAt: Nullable(TimestampOf('When it was over; null while it is open.')),
          resolution: Nullable(OneOf(RESOLUTIONS, { description: 'How it ended.' })),
        },
        { title: 'BookDifference' },
      ),
      { maxItems: 1_000, description: 'All that are open, then those of the last seven days.' },
    ),
    counts: Type.Array(
      Type.Object(
        {
          kind: Kind,
          mode: OneOf(MODES, { description: 'In which mode it came up.' }),
          open: CountOf('How many wait for somebody.'),
          over: CountOf('How many are over.'),
        },
        { title: 'BookDifferenceCount' },
      ),
      { maxItems: 40, description: 'By kind and mode, those that ever came up.' },
    ),
  },
  { title: 'Reconciliation' },
);

export const ReconciliationOrder = ActOrder('ReconciliationOrder', {
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'How far back: `48h`, which is also the default, `7d`, or a time; 90 days at most.',
      examples: ['48h'],
    }),
  ),
});

export const ReconciliationStart = Type.Object(
  {
    connections: CountOf('How many connections the workers compare now.'),
  },
  { title: 'ReconciliationStart' },
);

export const Orphans = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          connection: Connection,
          providerRef: ProviderRef,
          environmentId: Environment,
          operation: OneOf(['deposit', 'withdrawal'] as const, { description: 'What it is.' }),
          resourceId: Resource,
          foundBy: OneOf(['late_answer', 'provider_list'] as const, {
            description: 'How it was found.',
          }),
          providerStatus: Nullable(
            Type.String({
              maxLength: 60,
              description: 'As the provider last called its state.',
              examples: ['pending'],
            }),
          ),
          foundAt: TimestampOf('When it was found.'),
          paidAt: MostlyNull(TimestampOf('When a payment of it was seen.')),
        },
        { title: 'Orphan' },
      ),
      { maxItems: 100, description: 'The latest first.' },
    ),
    hasMore: Type.Boolean({ description: 'Whether there are older ones.', examples: [false] }),
  },
  { title: 'OrphanList' },
);

const { id, name, email } = OperatorAccount.properties;
const AlertAccount = Type.Object(
  { id, name, email, mode: OneOf(MODES, { description: 'Which of its environments.' }) },
  { title: 'OperatorAlertAccount', description: 'Whose it is, where that is known.' },
);

const OperatorAlert = Type.Object(
  {
    id: Type.Integer({ format: 'int64', minimum: 1, description: 'Its number.', examples: [7] }),
    kind: Type.String({ maxLength: 40, description: 'What it is.', examples: ['orphan_paid'] }),
    subject: Type.String({
      maxLength: 1_000,
      description: 'What it is about.',
      examples: ['med 5f0c1b7e9a3d4c2f8e6b1a0d9c8b7a65'],
    }),
    environmentId: Environment,
    account: Nullable(AlertAccount),
    times: CountOf('How often it came up.'),
    isAssignable: Type.Boolean({
      description: 'Whether it is of a filed MED that is to be assigned to a deposit.',
      examples: [true],
    }),
    assignedTo: MostlyNull(IdOf('dep', 'The deposit it was assigned to.')),
    createdAt: TimestampOf('When it first came up.'),
    updatedAt: TimestampOf('When it last came up.'),
    resolvedAt: MostlyNull(TimestampOf('When an operator was done with it.')),
  },
  { title: 'OperatorAlert' },
);

export const OperatorAlerts = Type.Object(
  { data: Type.Array(OperatorAlert, { maxItems: 1_000, description: 'The latest first.' }) },
  { title: 'OperatorAlertList' },
);

export const AlertsQuery = Type.Object({
  all: Type.Optional(
    OneOf(['true', 'false'] as const, {
      description: 'Whether to include those that somebody is done with; false by default.',
      examples: ['false'],
    }),
  ),
});

export const AlertParams = Type.Object({
  id: Type.String({ maxLength: 128, description: 'The number of the alert.', examples: ['7'] }),
});

export const AssignOrder = ActOrder('OperatorAlertAssignment', {
  depositId: Type.String({
    pattern: ID_PATTERN,
    maxLength: 64,
    description: 'The deposit that the notice is about.',
    examples: ['dep_01kah3v5wze8br4hmsf2e8r0tv'],
  }),
});
export const CloseOrder = ActOrder('OperatorAlertClosing', {});

export const Assignment = Type.Object(
  {
    id: Type.Integer({ format: 'int64', minimum: 1, description: 'The alert.', examples: [7] }),
    depositId: IdOf('dep', 'The deposit.'),
    status: Type.String({
      maxLength: 20,
      description: 'What the deposit is now.',
      examples: ['REFUNDED'],
    }),
  },
  { title: 'OperatorAlertAssigned' },
);

export const Closing = Type.Object(
  {
    id: Type.Integer({ format: 'int64', minimum: 1, description: 'The alert.', examples: [7] }),
    differences: CountOf('Differences of the books that were closed with it.'),
  },
  { title: 'OperatorAlertClosed' },
);
