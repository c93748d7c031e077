import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginningOf } from '../api-keys/api-key.ts';
import { type ApiKeyId, newId } from '../ids.ts';
import type { Http } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import type { Recorder, Noted } from './open-recorder.ts';
import { ID } from './request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether programs poll it continuously, so that its successful answers interest nobody. */
    isPoll?: boolean;
  }
}

/** Passes every request made with a key to the recorder, once it is answered. */
export function recordRequests(http: Http, recorder: Recorder): void {
  /** Response bodies, where they are needed: refusals and created resources. */
  const answers = new WeakMap<FastifyRequest, string>();
  http.addHook('onSend', (request, reply, payload, done) => {
    const isKept = reply.statusCode >= 400 || reply.statusCode === 201;
    if (isKept && typeof payload === 'string') answers.set(request, payload);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    // Set by the guard, unless it refused the request before: then it belongs to no key.
    const caller: FastifyRequest['caller'] | undefined = request.caller;
    const keyId = caller?.keyId;
    const isQuiet = request.route.isPoll === true && reply.statusCode < 400;
    if (
      keyId !== undefined &&
      !isQuiet &&
      recorder.wants(keyId, request.method, reply.statusCode)
    ) {
      recorder.note(noteOf(request, reply, keyId, answers.get(request)));
    }
    done();
  });
}

function noteOf(
  request: FastifyRequest,
  reply: FastifyReply,
  keyId: ApiKeyId,
  answer: string | undefined,
): Noted {
  const { url: route = '' } = request.route;
  const isRefusal = reply.statusCode >= 400;
  const key = request.headers['idempotency-key'];
  return {
    environmentId: request.caller.environment.id,
    id: newId('req'),
    requestId: request.id,
    keyId,
    from: beginningOf(request.ip),
    method: request.method,
    route,
    path: pathOf(route, request.params),
    resourceId: idsOf(request.params)[0] ?? madeBy(answer),
    status: reply.statusCode,
    error: isRefusal ? codeOf(answer) : null,
    durationMs: Math.round(reply.elapsedTime),
    createdAt: new Date(),
    url: request.url,
    idempotencyKey: typeof key === 'string' ? key.slice(0, 255) : null,
    body: request.body,
    size: sizeOf(request),
    responseBody: isRefusal ? (answer ?? null) : null,
  };
}

/** A chunked body has no header with its size; one that was refused unread is not kept. */
function sizeOf({ headers, body }: FastifyRequest): number {
  if (body === undefined) return 0;
  return Number(headers['content-length'] ?? JSON.stringify(body).length);
}

function idsOf(params: unknown): string[] {
  return Object.values(isObject(params) ? params : {}).filter(
    (value) => typeof value === 'string' && ID.test(value),
  ) as string[];
}

/** The path as it was called, except parameters that are not ids, which may be personal data. */
function pathOf(route: string, params: unknown): string {
  const given = isObject(params) ? params : {};
  return route.replaceAll(/:(\w+)/g, (whole, name: string) => {
    const value = given[name];
    return typeof value === 'string' && ID.test(value) ? value : `{${whole.slice(1)}}`;
  });
}

function madeBy(answer: string | undefined): string | null {
  return /^\{"id":"([a-z]{3}_[0-9a-z]{26})"/.exec(answer ?? '')?.[1] ?? null;
}

function codeOf(answer: string | undefined): string | null {
  return /^\{"error":"([a-z_]{1,60})"/.exec(answer ?? '')?.[1] ?? null;
}
