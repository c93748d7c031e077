import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { IdOf, IdParams, NoContent, TimestampOf } from '../platform/schema.ts';
import { type Session, sessionCookie } from './session.ts';
import { endSession, endSessions, holdSession, listSessions, lockPerson } from './store.ts';

const Nothing = Type.Object({}, { title: 'Done' });

const SessionItem = Type.Object(
  {
    id: IdOf('ses', 'The session.'),
    userAgent: Type.String({
      maxLength: 400,
      description: 'What the browser calls itself.',
      examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    }),
    address: Type.String({
      maxLength: 60,
      description: 'Where it signed in from.',
      examples: ['203.0.113.7'],
    }),
    createdAt: TimestampOf('When it signed in.'),
    lastSeenAt: TimestampOf('When it last asked for something, to within five minutes.'),
    isCurrent: Type.Boolean({ description: 'Whether it is this one.', examples: [true] }),
  },
  { title: 'Session' },
);

/** Listing and ending sessions. */
export function registerEnds(http: Http, app: App): void {
  registerSignOut(http, app);
  registerList(http, app);
  http.post(
    '/sessions/end-others',
    {
      config: { signedIn: true, optionalBody: true },
      schema: {
        operationId: 'endOtherSessions',
        summary: 'Sign out everywhere else',
        description: 'All sessions of the person end but this one.',
        tags: ['Session'],
        response: { 200: Nothing },
      },
    },
    async ({ session }) => {
      await endOtherSessions(app, session);
      return {};
    },
  );
}

/**
 * Locks person and sessions in the same order as a change of password, which ends sessions, too.
 */
async function endOtherSessions({ db }: App, { id, userId }: Session): Promise<void> {
  await db.begin(async (tx) => {
    await lockPerson(tx, userId);
    await holdSession(tx, id);
    await endSessions(tx, userId, id);
  });
}

function registerSignOut(http: Http, app: App): void {
  const { name, options } = sessionCookie(app.config.baseUrl);
  http.post(
    '/sign-out',
    {
      config: { signedIn: true, optionalBody: true },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends this session and takes its cookie away.',
        tags: ['Session'],
        response: { 200: Nothing },
      },
    },
    async ({ session }, reply) => {
      await endSession(app.db, session.userId, session.id);
      void reply.clearCookie(name, options);
      return {};
    },
  );
}

function registerList(http: Http, app: App): void {
  http.get(
    '/sessions',
    {
      config: { signedIn: true },
      schema: {
        operationId: 'listSessions',
        summary: 'List open sessions',
        description: 'Those of the person who is signed in, a hundred at most.',
        tags: ['Session'],
        response: {
          200: Type.Object(
            {
              data: Type.Array(SessionItem, {
                maxItems: 100,
                description: 'The one seen last first.',
              }),
            },
            { title: 'SessionList' },
          ),
        },
      },
    },
    async ({ session }) => ({
      data: (await listSessions(app.db, session.userId)).map((open) => ({
        id: open.id,
        userAgent: open.userAgent,
        address: open.address,
        createdAt: open.createdAt.toISOString(),
        lastSeenAt: open.lastSeenAt.toISOString(),
        isCurrent: open.id === session.id,
      })),
    }),
  );

  http.delete(
    '/sessions/:id',
    {
      config: { signedIn: true },
      schema: {
        operationId: 'endSession',
        summary: 'End a session',
        description: 'Whoever has it is signed out at once.',
        tags: ['Session'],
        params: IdParams('ses', 'The session.'),
        response: { 204: NoContent },
      },
    },
    async ({ session, params }, reply) => {
      const id = getId('ses', params.id);
      const ended = await endSession(app.db, session.userId, id);
      if (!ended) throw new ApiError('not_found');
      return reply.code(204).send(null);
    },
  );
}
