import assert from 'node:assert/strict';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { listen } from '../../server/test/listen.ts';
import { createPonte, type Ponte, PonteError, type PonteOptions } from '../src/index.ts';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export interface FakeGateway {
  readonly url: string;
  readonly heard: readonly Heard[];
}

/** A server in place of the gateway that gives these replies in order, the last one forever. */
export async function openFakeGateway(...replies: Reply[]): Promise<FakeGateway> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      heard.push({ method, path, headers, body });
      replies[Math.min(heard.length, replies.length) - 1]?.(response, request);
    });
  });
  const port = await listen(server);
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${String(port)}`, heard };
}

/** A JSON response like the gateway's. */
export function answers(
  status: number,
  body: object | undefined,
  headers: Record<string, string> = {},
): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
}

export function refuses(
  status: number,
  error: string,
  headers: Record<string, string> = {},
): Reply {
  return answers(status, { error, message: `about ${error}` }, headers);
}

/** Reads the request, and closes the connection without an answer. */
export const cuts: Reply = (response) => void response.destroy();

export const stopsHalfway: Reply = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":"dep_', () => response.destroy());
};

export const captivePortal: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<h1>Sign in to this network</h1>');
};

export const neverAnswers: Reply = () => undefined;

const KEY = 'pt_test_this-is-no-real-key';

/** The settings with which a command finds it. */
export function accessTo(url: string): Record<string, string> {
  return { PONTE_URL: url, PONTE_API_KEY: KEY };
}

export async function ponteOver(
  replies: Reply[],
  options: Partial<PonteOptions> = {},
): Promise<{ ponte: Ponte; fake: FakeGateway }> {
  const fake = await openFakeGateway(...replies);
  return { ponte: createPonte({ baseUrl: fake.url, apiKey: KEY, ...options }), fake };
}

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<PonteError> {
  const error = await call.then(
    () => assert.fail('it succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof PonteError, String(error));
  return error;
}

/** The idempotency keys received. */
export function keysOf({ heard }: FakeGateway): Set<unknown> {
  return new Set(heard.map(({ headers }) => headers['idempotency-key']));
}
