import { Type } from 'typebox';
import { listMadeKeys } from '../api-keys/store.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, NoContent, PageQuery } from '../platform/schema.ts';
import { makeKey } from './make-key.ts';
import { changeCaps } from './change-caps.ts';
import { revokeKey } from './revoke-key.ts';
import { CapsBody, capsOf, KeyOrderBody, keyView, KeyView, NewKeyView } from './view.ts';

const CONFIG = { action: 'keys:manage' } as const;
const TAGS = ['Keys'];

/** An environment's keys, for members; keys cannot create keys. */
export function registerKeyRoutes(http: Http, app: App): void {
  http.get(
    '/keys',
    {
      config: CONFIG,
      schema: {
        operationId: 'listKeys',
        summary: 'List API keys',
        description: 'The keys of this mode, revoked ones included, never their secrets.',
        tags: TAGS,
        querystring: Type.Object(PageQuery),
        response: { 200: ListOf(KeyView) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'key');
      const rows = await listMadeKeys(app.db, caller.environment.id, after, limit);
      return pageOf(rows, limit, keyView);
    },
  );
  http.post(
    '/keys',
    {
      config: { ...CONFIG, errors: ['step_up_required'] },
      schema: {
        operationId: 'createKey',
        summary: 'Make an API key',
        description:
          'The key is in this answer only. It may do nothing that its maker may not; in live mode, and for an agent that orders, it asks to show who one is again.',
        tags: TAGS,
        body: KeyOrderBody,
        response: { 201: NewKeyView },
      },
    },
    async ({ body, caller, session }, reply) => {
      const { environment } = caller;
      // An unattended screen must not be enough to create a key that moves money.
      const { agent, ...order } = body;
      const isDangerous = environment.mode === 'live' || (agent?.caps ?? null) !== null;
      if (isDangerous && !session.isFresh) throw new ApiError('step_up_required');
      const wanted = { ...order, ...(agent && { agent: { caps: capsOf(agent.caps) } }) };
      return reply.code(201).send(await makeKey(app, environment, session, wanted));
    },
  );
  registerKeyChanges(http, app);
}

function registerKeyChanges(http: Http, app: App): void {
  http.patch(
    '/keys/:id',
    {
      config: { action: 'agents:manage', stepUp: true, recordsAct: true },
      schema: {
        operationId: 'changeKeyCaps',
        summary: "Change an agent's caps",
        description:
          'What the key may order from its next call on; no key can do this itself. Without caps it only reads.',
        tags: TAGS,
        params: IdParams('key', 'The key.'),
        body: CapsBody,
        response: { 200: KeyView },
      },
    },
    async ({ params, body, caller, session, ip }) => {
      const keyId = getId('key', params.id);
      const change = { keyId, caps: capsOf(body.caps), by: session, address: ip };
      return keyView(await changeCaps(app, caller.environment, change));
    },
  );
  http.delete(
    '/keys/:id',
    {
      config: { ...CONFIG, recordsAct: true },
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke an API key',
        description: 'Whatever uses it stops within two seconds. Once more changes nothing.',
        tags: TAGS,
        params: IdParams('key', 'The key.'),
        response: { 204: NoContent },
      },
    },
    async ({ params, caller, session, ip }, reply) => {
      const keyId = getId('key', params.id);
      await revokeKey(app, caller.environment, { keyId, by: session, address: ip });
      return reply.code(204).send(null);
    },
  );
}
