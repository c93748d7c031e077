import assert from 'node:assert/strict';
import { openAuthenticator } from '../src/api-keys/authenticate.ts';
import { guardRoutes } from '../src/api-keys/guard.ts';
import { openLimiter } from '../src/api-keys/rate-limit.ts';
import type { App } from '../src/app.ts';
import { type Http, openHttp, within } from '../src/platform/http.ts';
import { isObject } from '../src/platform/json.ts';
import { checkAnswer } from './openapi.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Calls the API with a key, in English; `path` is what follows `/v1/api/`. */
export type Call = (key: string, method: Method, path: string, body?: unknown) => Promise<Answer>;

/** The routes that `register` adds, behind authentication, without a port. */
export function openApi(app: App, register: (http: Http, app: App) => void): Call {
  const http = openHttp(app.log, (routes) =>
    within(routes, '/v1/api', (api) => {
      guardRoutes(api, openAuthenticator(app.db), openLimiter());
      register(api, app);
    }),
  );
  return async (key, method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'accept-language': 'en' };
    const response = await http.inject({
      method,
      url: `/v1/api/${path}`,
      ...(body === undefined
        ? { headers }
        : {
            headers: { ...headers, 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          }),
    });
    checkAnswer({
      method,
      path: `/v1/api/${path}`,
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
    });
    const answer: unknown = response.body === '' ? {} : response.json();
    assert.ok(isObject(answer));
    return { status: response.statusCode, body: answer };
  };
}

/** `404 not_found`, for a response that is a well-formed refusal. */
export function refusalOf({ status, body }: Answer): string {
  assert.deepEqual(Object.keys(body).sort(), ['error', 'message']);
  return `${String(status)} ${String(body['error'])}`;
}

/** The rows of a list. */
export function itemsOf({ body }: Answer): Record<string, unknown>[] {
  const { data } = body;
  assert.ok(Array.isArray(data) && data.every(isObject));
  return data;
}
