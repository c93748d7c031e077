import { Type } from 'typebox';
import type { App } from '../app.ts';
import { permissionsOf, ROLES } from '../members/member.ts';
import { listMemberships } from '../members/store.ts';
import type { Http } from '../platform/http.ts';
import { IdOf, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { MAX_AHEAD_MS } from '../sandbox/clock.ts';
import { registerEnds } from './end-routes.ts';
import { readSignInMeans } from './store.ts';
import { takesPasskeys } from './takes-passkeys.ts';

const AssetId = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'In hex.',
  examples: ['02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189'],
});

const Me = Type.Object(
  {
    user: Type.Object({
      id: IdOf('usr', 'The person.'),
      email: Type.String({
        maxLength: 254,
        description: 'Where mails go.',
        examples: ['ana@loja.example'],
      }),
      name: Nullable(
        Type.String({ maxLength: 80, description: 'What others read.', examples: ['Ana'] }),
      ),
      language: OneOf(['pt', 'en'], { description: 'The language of pages and mails.' }),
      isOperator: Type.Boolean({
        description: 'Whether the person runs this installation.',
        examples: [false],
      }),
      hasPassword: Type.Boolean({
        description: 'Whether there is a password to sign in with.',
        examples: [true],
      }),
      hasTotp: Type.Boolean({
        description: 'Whether sign-in asks for a code of an app.',
        examples: [false],
      }),
      recoveryCodes: Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description: 'How many recovery codes are unused.',
        examples: [0],
      }),
      passkeys: Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description: 'How many passkeys sign in.',
        examples: [1],
      }),
    }),
    session: Type.Object({
      id: IdOf('ses', 'This session.'),
      verifiedUntil: Nullable(
        TimestampOf('Until when dangerous acts are open without showing who one is again.'),
      ),
    }),
    memberships: Type.Array(
      Type.Object({
        accountId: IdOf('acc', 'The account.'),
        accountName: Nullable(
          Type.String({ maxLength: 80, description: 'What payers read.', examples: ['Loja'] }),
        ),
        role: OneOf(ROLES, { description: 'What the person is in it.' }),
        testClockOffsetMs: Type.Integer({
          format: 'int64',
          minimum: 0,
          maximum: MAX_AHEAD_MS,
          description: 'How far the clock of its test environment was put forward in all.',
          examples: [0],
        }),
        permissions: Type.Array(
          Type.String({ maxLength: 60, examples: ['see links:manage', 'links:manage'] }),
          { maxItems: 60, description: 'What that allows; `see` before what may be looked at.' },
        ),
      }),
      {
        maxItems: 1_000,
        description: 'The accounts that the person belongs to, the oldest first.',
      },
    ),
    installation: Type.Object({
      isLive: Type.Boolean({
        description: 'Whether a live provider is configured.',
        examples: [false],
      }),
      passkeys: Type.Boolean({
        description: 'Whether passkeys work here: the address needs a name, not a number.',
        examples: [true],
      }),
      // A process of the release before does not say it.
      depixAssetId: Type.Optional(
        Type.Object(
          { test: AssetId, live: AssetId },
          { description: 'Which asset of the Liquid network is DePix in each mode.' },
        ),
      ),
    }),
  },
  { title: 'Me' },
);

export function registerSessionRoutes(http: Http, app: App): void {
  registerEnds(http, app);
  http.get(
    '/me',
    {
      config: { signedIn: true },
      schema: {
        operationId: 'getMe',
        summary: 'Who is signed in',
        description: 'The person, the session, and the accounts with what may be done in each.',
        tags: ['Session'],
        response: { 200: Me },
      },
    },
    async ({ session }) => ({
      user: {
        id: session.userId,
        email: session.email,
        name: session.name,
        language: session.language,
        isOperator: session.isOperator,
        ...(await readSignInMeans(app.db, session.userId)),
      },
      session: {
        id: session.id,
        verifiedUntil: session.verifiedUntil?.toISOString() ?? null,
      },
      memberships: (await listMemberships(app.db, session.userId)).map((membership) => ({
        ...membership,
        permissions: permissionsOf(membership.role),
      })),
      installation: {
        isLive: app.config.live !== undefined,
        passkeys: takesPasskeys(app.config.baseUrl),
        depixAssetId: app.config.depixAssetId,
      },
    }),
  );
}
