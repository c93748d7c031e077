import { Type } from 'typebox';
import { CHECK_STATES } from '../deposit-checks/deposit-check.ts';
import { FUNDING_PROBLEMS } from '../fundings/funding.ts';
import {
  CentsOf,
  DURATION_PATTERN,
  Nullable,
  OneOf,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { EVENT_KINDS } from '../webhooks/event.ts';
import { MAX_AHEAD_MS } from './clock.ts';
import { CASES } from './find-case.ts';

const TAGS = ['Sandbox'];
const MAX_SECONDS = MAX_AHEAD_MS / 1_000;
const MAX_COUNTED = 1_000_000_000;

const counted = (description: string) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: MAX_COUNTED, description, examples: [1] });

const Clock = {
  now: TimestampOf('The business time of this environment.'),
  offsetSeconds: Type.Number({
    minimum: 0,
    maximum: MAX_SECONDS,
    description: 'How far the clock has been moved forward in total.',
    examples: [1_200],
  }),
};

const ClockBody = Type.Object(
  {
    advance: Type.String({
      minLength: 3,
      maxLength: 40,
      pattern: DURATION_PATTERN,
      description:
        'How far to move it forward: an ISO 8601 duration of weeks, days, hours, minutes and seconds.',
      examples: ['PT20M'],
    }),
  },
  { title: 'SandboxClockMove' },
);

export const GET_CLOCK = {
  operationId: 'getSandboxClock',
  summary: 'Read the clock',
  description: 'The current time in this test environment.',
  tags: TAGS,
  response: { 200: Type.Object(Clock, { title: 'SandboxClock' }) },
} as const;

export const MOVE_CLOCK = {
  operationId: 'moveSandboxClock',
  summary: 'Move the clock forward',
  description:
    'Moves everything that waits for time in this environment, and in no other: codes and ' +
    'withdrawals expire, holds end, webhooks are retried, the provider is polled, and what a case ' +
    'has planned happens. The clock only goes forward, 400 days in total, and simultaneous moves ' +
    'add up. Webhook timestamps, rate limits, keys, sessions and retention periods stay on the ' +
    'real clock.',
  tags: TAGS,
  body: ClockBody,
  response: {
    200: Type.Object(
      {
        ...Clock,
        due: Type.Object(
          {
            deposits: counted('Open deposits whose state is checked now.'),
            withdrawals: counted('Open withdrawals whose state is checked now.'),
            deliveries: counted('Webhooks that are sent now.'),
          },
          { description: 'What was waiting, and happens now.' },
        ),
      },
      { title: 'SandboxClockMoved' },
    ),
  },
} as const;

const Name = (description: string) =>
  Printable(1, 60, { description, examples: [CASES[0]?.name ?? 'paid'] });
const Operation = (description: string) => OneOf(['deposit', 'withdrawal'], { description });
const Words = (description: string, pt: string, en: string) =>
  Type.Object(
    {
      pt: Printable(1, 300, { description: 'In Portuguese.', examples: [pt] }),
      en: Printable(1, 300, { description: 'In English.', examples: [en] }),
    },
    { description },
  );
const TaxId = Type.String({
  maxLength: 14,
  description: 'The document that is sent.',
  examples: ['12345678909'],
});
const Status = Type.Integer({
  format: 'int32',
  minimum: 200,
  maximum: 599,
  description: 'The status of the answer.',
  examples: [201],
});

const StageView = Type.Object(
  {
    after: Nullable(
      Type.String({
        maxLength: 20,
        description:
          'How far the clock has to be moved forward after the previous stage; null if it comes by itself.',
        examples: ['PT20M'],
      }),
    ),
    status: Type.String({
      maxLength: 20,
      description: 'The status of the deposit or withdrawal.',
      examples: ['CONFIRMED'],
    }),
    events: Type.Array(OneOf(EVENT_KINDS, { description: 'A webhook.' }), {
      maxItems: 10,
      description: 'The webhooks that are sent on the way here.',
    }),
    alert: Nullable(
      OneOf(['med', 'estorno'], { description: 'The alert that follows; null for none.' }),
    ),
    chain: Nullable(
      OneOf([...CHECK_STATES, ...FUNDING_PROBLEMS], {
        description:
          'What `chain` shows on the status route by then: for a deposit its `state`, for a withdrawal its `problem`; null if the case is not about that.',
        examples: ['mismatch'],
      }),
    ),
    operatorAlert: Nullable(
      Type.String({
        maxLength: 40,
        description: 'The alert that the operator of the gateway gets; null for none.',
        examples: ['paid_short'],
      }),
    ),
  },
  { title: 'SandboxStage' },
);
const Stages = Type.Array(StageView, {
  maxItems: 10,
  description: 'The stages of the order, one after the other; empty if no order comes of it.',
});

const CaseView = Type.Object(
  {
    name: Name('The name to run it by.'),
    operations: Type.Array(Operation('An operation.'), {
      maxItems: 2,
      description: 'Which orders it can apply to; when run by name, the first.',
    }),
    amountCents: Nullable(CentsOf('An order of this amount runs this case.', 50_010)),
    taxId: Nullable(TaxId),
    title: Words('What it is called.', 'Paga na hora', 'Paid at once'),
    description: Words(
      'What happens.',
      'O pagador paga assim que recebe o código.',
      'The payer pays as soon as the code is there.',
    ),
    answers: Type.Array(Status, {
      maxItems: 10,
      description: 'The responses to the creation, try by try with one Idempotency-Key.',
    }),
    stages: Stages,
  },
  { title: 'SandboxCase' },
);

export const LIST_CASES = {
  operationId: 'listSandboxCases',
  summary: 'List the cases to rehearse',
  description:
    'Failures and successes, by name. An order with the amount or the CPF given here runs that case, ' +
    'however it is made.',
  tags: TAGS,
  response: {
    200: Type.Object(
      {
        cases: Type.Array(CaseView, { maxItems: 200, description: 'All of them.' }),
      },
      { title: 'SandboxCases' },
    ),
  },
} as const;

export const RUN_CASE = {
  operationId: 'runSandboxCase',
  summary: 'Run a case',
  description:
    'Creates the order that the case begins with, as a client would, and waits up to five seconds ' +
    'for its first stage. Later stages come when the clock is moved forward. A withdrawal case ' +
    'needs the scope `withdrawal:create` too.',
  tags: TAGS,
  params: Type.Object({ name: Name('Its name.') }),
  response: {
    201: Type.Object(
      {
        case: Name('Its name.'),
        operation: Operation('What was ordered.'),
        id: Nullable(
          Type.String({
            maxLength: 30,
            description: 'The deposit or the withdrawal; null where none came of it.',
            examples: ['dep_01kah3v5wze8br4hmsf2e8r0tv'],
          }),
        ),
        amountCents: CentsOf('The amount that was ordered.', 50_010),
        taxId: TaxId,
        idempotencyKey: Printable(1, 255, {
          description: 'The key that it was ordered with.',
          examples: ['case-2f1c9f0e-6a50-4a3c-9d6e-5f5f0a1b2c3d'],
        }),
        answers: Type.Array(
          Type.Object({
            status: Status,
            error: Nullable(
              Type.String({
                maxLength: 60,
                description: 'The code; null for a success.',
                examples: ['provider_error'],
              }),
            ),
          }),
          { maxItems: 10, description: 'The status code of each try.' },
        ),
        reached: Type.Boolean({
          description: 'Whether the first stage had been reached by the time of this response.',
          examples: [true],
        }),
        stages: Stages,
      },
      { title: 'SandboxRun' },
    ),
  },
} as const;
