import { Type } from 'typebox';
import {
  IdOf,
  ListOf,
  MostlyNull,
  Nullable,
  OneOf,
  PageQuery,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { ACTOR_KINDS, type ChainedEntry, type Entry } from './audit.ts';
import { FLAWS } from './verify-chain.ts';

const ENTRY = {
  id: IdOf('aud', 'The entry.'),
  at: TimestampOf('When it was done.'),
  actor: Type.Object(
    {
      kind: OneOf(ACTOR_KINDS, {
        description:
          '`operator` is a person who acts for the installation, `cli` somebody at its command line.',
        examples: ['person'],
      }),
      id: Nullable(
        Type.String({
          maxLength: 30,
          description: 'The person or the key; null where there is no such row, or it is not told.',
          examples: ['usr_01kah3v5wze8br4hmsf2e8r0tv'],
        }),
      ),
      label: Type.String({
        maxLength: 300,
        description: 'The e-mail address, or what else one is known by; may be empty.',
        examples: ['ana@loja.example'],
      }),
    },
    { title: 'Actor', description: 'Who did it.' },
  ),
  accountId: Nullable(IdOf('acc', 'The account that it was done in or to.')),
  mode: Nullable(OneOf(['test', 'live'] as const, { description: 'Which of its environments.' })),
  action: Type.String({
    maxLength: 80,
    description: 'The id of the operation in this description, or the words of a command.',
    examples: ['createWallet'],
  }),
  subject: Nullable(
    Type.String({
      maxLength: 200,
      description: 'The id of what it was done to.',
      examples: ['wal_01kah3v5wze8br4hmsf2e8r0tv'],
    }),
  ),
  reason: MostlyNull(
    Type.String({ maxLength: 500, description: 'Why, in their words.', examples: ['Pediu'] }),
  ),
  details: Type.Record(
    Type.String({ maxLength: 80 }),
    Type.Unsafe<string | number | boolean | null>({
      type: ['string', 'number', 'boolean', 'null'],
      maxLength: 500,
      description: 'What it was set to.',
      examples: [false],
    }),
    { description: 'What was set, and to what; no personal data.', examples: [{}] },
  ),
  address: MostlyNull(
    Type.String({ maxLength: 60, description: 'Where it came from.', examples: ['203.0.113.7'] }),
  ),
} as const;

/** As the account's own members see it. */
const AccountAuditEntry = Type.Object(ENTRY, { title: 'AccountAuditEntry' });

const AuditEntry = Type.Object(
  {
    sequence: Type.Integer({
      format: 'int64',
      minimum: 1,
      description: 'Its number in the chain, which has no gap.',
      examples: [42],
    }),
    ...ENTRY,
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Of all that the entry says and of the hash before it.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  },
  { title: 'AuditEntry' },
);

export const AccountAuditEntryList = ListOf(AccountAuditEntry);
export const AuditEntryList = ListOf(AuditEntry);

const Actor = Printable(0, 300, {
  description: 'The id, the e-mail address or the kind of who did it, exactly.',
  examples: ['ana@loja.example'],
});

export const AccountAuditQuery = Type.Object({
  actor: Type.Optional(Actor),
  ...PageQuery,
});

export const AuditQuery = Type.Object({
  q: Type.Optional(
    Printable(0, 200, {
      description: 'An account, an id of something, an action or an e-mail address, exactly.',
      examples: ['acc_01kah3v5wze8br4hmsf2e8r0tv'],
    }),
  ),
  actor: Type.Optional(Actor),
  ...PageQuery,
});

export const VerifyOrder = Type.Object(
  {
    head: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'A hash that was written down elsewhere, which must still be there.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    ),
  },
  { title: 'AuditVerification' },
);

export const AuditVerdict = Type.Object(
  {
    isIntact: Type.Boolean({ description: 'Whether nothing is wrong.', examples: [true] }),
    entries: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'How many entries hold together, from the first on.',
      examples: [42],
    }),
    head: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The hash of the last of them. Keep it elsewhere to see later what is missing.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    firstBad: MostlyNull(
      Type.Object(
        {
          sequence: Type.Integer({
            format: 'int64',
            minimum: 1,
            description: 'The first number at which something is wrong.',
            examples: [43],
          }),
          flaw: OneOf(FLAWS, {
            description: 'What: `head_unknown` is a given head that is not there.',
          }),
        },
        { description: 'The first thing that is wrong; null: nothing.' },
      ),
    ),
  },
  { title: 'AuditVerdict' },
);

export function entryOf(entry: Entry & Pick<ChainedEntry, 'hash'>) {
  return { sequence: entry.sequence, ...shownOf(entry), hash: entry.hash.toString('hex') };
}

/** Who runs the installation, from where and why, is only shown to its operators. */
export function accountEntryOf(entry: Entry) {
  const shown = shownOf(entry);
  const isTheirs = entry.actorKind === 'person' || entry.actorKind === 'key';
  if (isTheirs) return shown;
  return { ...shown, actor: { ...shown.actor, id: null, label: '' }, reason: null, address: null };
}

function shownOf(entry: Entry) {
  return {
    id: entry.id,
    at: entry.createdAt.toISOString(),
    actor: { kind: entry.actorKind, id: entry.actorId, label: entry.actorLabel },
    accountId: entry.accountId,
    mode: entry.mode,
    action: entry.action,
    subject: entry.subject,
    reason: entry.reason,
    details: entry.details,
    address: entry.address,
  };
}
