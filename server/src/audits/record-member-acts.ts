import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { parseId } from '../ids.ts';
import type { Http } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import { faultOf } from '../platform/log.ts';
import { type Act, personActor } from './audit.ts';
import { recordAct } from './record-act.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route of members records its act itself, in the same transaction. */
    recordsAct?: true;
  }
}

/**
 * Records what members do through the routes of their account: after the commit and before the
 * answer, since those operations belong to the API and do not know the person.
 */
export function recordMemberActs(http: Http, app: App): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const repeats = reply.getHeader('idempotent-replayed') !== undefined;
    if (reply.statusCode >= 300 || repeats || !isMembersAct(request)) return payload;
    const act = actOf(request, payload);
    // The act is done, and the answer says so; a missing entry is reported to operators.
    await app.db
      .begin(async (tx) => {
        // Other acts may hold the head of the log; do not keep waiting somebody who moved money.
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
    actor: personActor(session),
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

/** The resource in the URL, or the one that the answer says was created. */
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
