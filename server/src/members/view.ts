import { type Static, Type } from 'typebox';
import { MODES } from '../accounts/environment.ts';
import { type ApiKey, type Caps, SCOPES } from '../api-keys/api-key.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import {
  CentsOf,
  IdOf,
  MostlyNull,
  Nullable,
  OneOf,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { type Invitation, type Member, ROLES } from './member.ts';

// Each schema whitelists the fields of an answer, so that no new column can leak.

export const Email = Type.String({
  maxLength: 254,
  description: 'An e-mail address.',
  examples: ['ana@loja.example'],
});
export const RoleWord = OneOf(ROLES, {
  description: 'What they may do: owner, admin, developer or viewer.',
  examples: ['developer'],
});

export const MemberView = Type.Object(
  {
    id: IdOf('usr', 'The person.'),
    email: Email,
    name: Nullable(
      Type.String({ maxLength: 80, description: 'What others read.', examples: ['Ana'] }),
    ),
    role: RoleWord,
    isMe: Type.Boolean({ description: 'Whether that is who asks.', examples: [false] }),
    createdAt: TimestampOf('Since when they belong to the account.'),
    lastSeenAt: Nullable(
      TimestampOf('When they were last here; null: never, or over a month ago.'),
    ),
  },
  { title: 'Member' },
);

export function memberView(member: Member, isMe: boolean): Static<typeof MemberView> {
  return {
    ...member,
    isMe,
    createdAt: member.createdAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
  };
}

export const InvitationView = Type.Object(
  {
    id: IdOf('inv', 'The invitation.'),
    email: Email,
    role: RoleWord,
    invitedBy: Nullable(Email),
    createdAt: TimestampOf('When it was sent.'),
    expiresAt: TimestampOf('Until when its link opens.', '2026-11-28T12:34:56.789Z'),
  },
  { title: 'Invitation' },
);

export function invitationView(invitation: Invitation): Static<typeof InvitationView> {
  return {
    ...invitation,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
  };
}

const KeyName = Printable(0, 80, {
  description: 'Your own name for it.',
  examples: ['Loja virtual'],
});
const Scopes = Type.Array(OneOf(SCOPES, { description: 'One thing that it may do.' }), {
  maxItems: 20,
  description: 'What it may do.',
  examples: [['deposit:create', 'read:transactions']],
});

const MAX_PER_DAY = 100_000_000;
const CapsView = Type.Object(
  {
    perCallCents: CentsOf('The most that one call may order.', 10_000, {
      minimum: MIN_AMOUNT,
      maximum: MAX_AMOUNT,
    }),
    perDayCents: CentsOf(
      "The most that a day's calls may order together, by São Paulo's day.",
      50_000,
      {
        minimum: MIN_AMOUNT,
        maximum: MAX_PER_DAY,
      },
    ),
  },
  { title: 'AgentCaps', description: 'What an agent may order; null where it only reads.' },
);

export const CapsBody = Type.Object({ caps: Nullable(CapsView) }, { title: 'CapsChange' });

export function capsOf(caps: Static<typeof CapsView> | null): Caps | null {
  if (caps === null) return null;
  return { perCallCents: cents(caps.perCallCents), perDayCents: cents(caps.perDayCents) };
}

export const KeyView = Type.Object(
  {
    id: IdOf('key', 'The key.'),
    name: Type.String({ maxLength: 200, description: 'Its name.', examples: ['Loja virtual'] }),
    mode: OneOf(MODES, { description: 'Where it works.' }),
    prefix: Type.String({
      maxLength: 40,
      description: 'How it begins; no secret.',
      examples: ['pt_test_01kah3v5wze8br4hmsf2e8r0tv'],
    }),
    lastFour: Type.String({ maxLength: 4, description: 'How it ends.', examples: ['x7Qb'] }),
    scopes: Scopes,
    isAgent: Type.Boolean({
      description: 'Whether it opens the address of agents, `/mcp`, and nothing else.',
      examples: [true],
    }),
    caps: Nullable(CapsView),
    createdBy: Nullable(
      Type.Object({ userId: IdOf('usr', 'The person.'), email: Email }, { title: 'KeyMaker' }),
    ),
    createdAt: TimestampOf('When it was created.'),
    expiresAt: MostlyNull(TimestampOf('When it ends by itself; null for never.')),
    lastUsedAt: Nullable(TimestampOf('When it was last used, to the minute; null for never.')),
    lastUsedFrom: Nullable(
      Type.String({
        maxLength: 60,
        description: 'How the address began that it was last used from.',
        examples: ['177.20.x.x'],
      }),
    ),
    revokedAt: MostlyNull(TimestampOf('When it was revoked.')),
  },
  { title: 'ApiKey' },
);

export const KeyOrderBody = Type.Object(
  {
    name: KeyName,
    scopes: Type.Array(OneOf(SCOPES, { description: 'One thing that it may do.' }), {
      minItems: 1,
      maxItems: SCOPES.length,
      uniqueItems: true,
      description: 'What it may do: nothing that your own role may not.',
      examples: [['deposit:create', 'read:transactions']],
    }),
    expiresInDays: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 36_500,
        description: 'When it ends by itself; absent for never.',
        examples: [365],
      }),
    ),
    agent: Type.Optional(
      Type.Object(
        { caps: Nullable(CapsView) },
        {
          title: 'AgentOrder',
          examples: [{ caps: null }],
          description: 'Makes it a key for an agent, which only reads unless it is given caps.',
        },
      ),
    ),
  },
  { title: 'ApiKeyOrder' },
);

export const NewKeyView = Type.Object(
  {
    id: IdOf('key', 'The key.'),
    key: Type.String({
      maxLength: 128,
      description: 'The key itself. It is shown in this answer only.',
      examples: ['pt_test_…'],
    }),
    name: KeyName,
    mode: OneOf(MODES, { description: 'Where it works.' }),
    scopes: Scopes,
  },
  { title: 'NewApiKey' },
);

export function keyView(key: ApiKey): Static<typeof KeyView> {
  const { id, name, mode, lastFour, scopes, createdBy, lastUsedFrom } = key;
  return {
    id,
    name,
    mode,
    prefix: `pt_${mode}_${id.slice('key_'.length)}`,
    lastFour,
    scopes: [...scopes],
    isAgent: key.isAgent,
    caps: key.caps,
    createdBy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
