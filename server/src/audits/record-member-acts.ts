import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { parseId } from '../ids.ts';
import type { Http } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import { faultOf } from '../platform/log.ts';
import type { Act } from './audit.ts';
import { recordAct } from './record-act.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route of members writes its act down itself, in the commit of what it does. */
    recordsAct?: true;
  }
}

/**
 * Writes down what members did by the routes of their account: right after it was committed and
 * before it is answered, since the verbs are those of the API and know of no person.
 */
export function recordMemberActs(http: Http, app: App): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const repeats = reply.getHeader('idempotent-replayed') !== undefined;
    if (reply.statusCode >= 300 || repeats || !isMembersAct(request)) return payload;
    const act = actOf(request, payload);
    // The deed is done and is answered as such; that its entry is missing is told to operators.
    await app.db
      .begin(async (tx) => {
        // Others' acts may hold the end of the chain; whoever moved money is not kept waiting.
        await tx`set local lock_timeout = '3s'`;
        await recordAct(tx, act);
      })
      .catch((error: unknown) => {
        app.log.error({ unrecordedAct: act.action, requestId: request.id, ...faultOf(error) });
      });
    return payload;
  });
}

function isMembersAct({ method, routeOptions }: FastifyRequest): boolean {
  const { open, signedIn, operator, recordsAct, testOnly } = routeOptions.config;
  if (method === 'GET' || method === 'HEAD') return false;
  return !(open ?? signedIn ?? operator ?? recordsAct ?? testOnly);
}

function actOf(request: FastifyRequest, payload: unknown): Act {
  const { session, caller, ip, routeOptions, params } = request;
  const { mode, id } = isObject(params) ? params : {};
  const { accountId } = caller.environment;
  return {
    actor: { kind: 'person', id: session.userId, label: session.email },
    action: operationOf(routeOptions),
    accountId,
    mode: mode === undefined ? null : caller.environment.mode,
    subject: subjectOf(id, payload) ?? accountId,
    address: ip,
  };
}

function operationOf({ schema, url = '' }: FastifyRequest['routeOptions']): string {
  const { operationId } = { operationId: undefined, ...schema };
  return typeof operationId === 'string' ? operationId : url.slice(-80);
}

const KINDS = [
  'dep',
  'wdr',
  'wal',
  'lnk',
  'whe',
  'whd',
  'key',
  'med',
  'usr',
  'inv',
  'nte',
  'wrq',
] as const;

/** What the address names, or what the answer says was made. */
function subjectOf(id: unknown, payload: unknown): string | undefined {
  const named = typeof id === 'string' ? id : idIn(payload);
  return KINDS.map((kind) => parseId(kind, named ?? '')).find((known) => known !== undefined);
}

function idIn(payload: unknown): string | undefined {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return undefined;
  const answer: unknown = JSON.parse(payload);
  const id = isObject(answer) ? answer['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
