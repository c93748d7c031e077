import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { IdOf, IdParams, NoContent, Nullable, Printable, TimestampOf } from '../platform/schema.ts';
import { addPasskey, beginPasskey, removePasskey } from './change-passkeys.ts';
import { PasskeyOptions, PasskeyResponse } from './fields.ts';
import type { Passkey } from './passkey.ts';
import { listPasskeys } from './store.ts';

const Name = Printable(1, 80, { description: 'Your own name for it.', examples: ['Celular'] });

const PasskeyItem = Type.Object(
  {
    id: IdOf('psk', 'The passkey.'),
    name: Name,
    createdAt: TimestampOf('When it was added.'),
    lastUsedAt: Nullable(TimestampOf('When it last signed in.')),
  },
  { title: 'Passkey' },
);

export function registerPasskeyRoutes(http: Http, app: App): void {
  registerListAndRemoval(http, app);
  registerAddition(http, app);
}

function registerListAndRemoval(http: Http, app: App): void {
  http.get(
    '/passkeys',
    {
      config: { signedIn: true },
      schema: {
        operationId: 'listPasskeys',
        summary: 'List passkeys',
        description: 'Those of the person who is signed in.',
        tags: ['Session'],
        response: {
          200: Type.Object(
            { data: Type.Array(PasskeyItem, { maxItems: 50, description: 'The oldest first.' }) },
            { title: 'PasskeyList' },
          ),
        },
      },
    },
    async ({ session }) => ({
      data: (await listPasskeys(app.db, session.userId)).map(itemOf),
    }),
  );

  http.delete(
    '/passkeys/:id',
    {
      config: { signedIn: true, stepUp: true },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description: 'It signs nobody in any more.',
        tags: ['Session'],
        params: IdParams('psk', 'The passkey.'),
        response: { 204: NoContent },
      },
    },
    async ({ session, params, ip }, reply) => {
      const id = getId('psk', params.id);
      const removed = await removePasskey(app, session, id, ip);
      if (!removed) throw new ApiError('not_found');
      return reply.code(204).send(null);
    },
  );
}

function registerAddition(http: Http, app: App): void {
  http.post(
    '/passkeys/options',
    {
      config: { signedIn: true, stepUp: true, optionalBody: true, errors: ['invalid_state'] },
      schema: {
        operationId: 'beginPasskey',
        summary: 'Begin to add a passkey',
        description: 'The challenge is good for one try of this session within five minutes.',
        tags: ['Session'],
        response: { 200: PasskeyOptions },
      },
    },
    async ({ session }) => ({ options: { ...(await beginPasskey(app, session)) } }),
  );

  http.post(
    '/passkeys',
    {
      config: { signedIn: true, errors: ['invalid_passkey', 'invalid_state'] },
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'It signs in without a password from now on.',
        tags: ['Session'],
        body: Type.Object({ name: Name, response: PasskeyResponse }, { title: 'NewPasskey' }),
        response: { 201: PasskeyItem },
      },
    },
    async ({ session, body, ip }, reply) => {
      const passkey = await addPasskey(app, session, { ...body, ip });
      return reply.code(201).send(itemOf(passkey));
    },
  );
}

function itemOf({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
