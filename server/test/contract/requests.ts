import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request as open } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { isObject } from '../../src/platform/json.ts';
import { checkAnswer, type Seen } from '../openapi.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface Request {
  /** The text of an API key; without one there is no `Authorization`. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Strings and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** Validates the response's form; by default against the API's description. */
  readonly check?: (seen: Seen) => void;
}

/** One request, every byte of it controlled by the caller: no headers but the necessary ones. */
export async function send(
  url: string,
  method: string,
  path: string,
  { key, headers, body, check = checkAnswer }: Request = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = open(url, {
    method,
    path,
    agent: false,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(body !== undefined && { 'content-length': payloadOf(body).byteLength }),
      ...headers,
    },
  });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    text(response).then((read) => {
      const parsed: unknown = isJson(response.headers) && read !== '' ? JSON.parse(read) : {};
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: read,
        body: isObject(parsed) ? parsed : {},
      });
    }, reject);
  });
  outgoing.end(body === undefined ? undefined : payloadOf(body));
  const answer = await promise;
  check({ method, path, ...answer });
  return answer;
}

function payloadOf(body: unknown): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function isJson(headers: Answer['headers']): boolean {
  return String(headers['content-type']).startsWith('application/json');
}

/**
 * Everything a socket answers to these bytes, up to the end of a JSON body or of the connection.
 * @param andNoMore whether to close our half of the connection
 */
export async function say(url: string, bytes: string, andNoMore = false): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(Buffer.from(bytes, 'latin1'));
  if (andNoMore) socket.end();
  let said = '';
  for await (const chunk of socket) {
    said += String(chunk);
    if (said.endsWith('}')) break;
  }
  return said;
}

export async function exchange(url: string, bytes: string): Promise<Answer> {
  const answer = parseAnswer(await say(url, bytes));
  const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(bytes) ?? [];
  checkAnswer({ method, path, ...answer });
  return answer;
}

function parseAnswer(said: string): Answer {
  const [head = '', body = ''] = said.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => line.split(': ')).map(([name = '', value]) => [name.toLowerCase(), value]),
  );
  const parsed: unknown = body === '' ? {} : JSON.parse(body);
  assert.ok(isObject(parsed), said);
  return { status: Number(statusLine.split(' ')[1]), headers, text: body, body: parsed };
}

/** `400 invalid_amount`, for a response that is a refusal in every other respect too. */
export function refusalOf({ status, headers, body, text: read }: Answer): string {
  assert.deepEqual(Object.keys(body), ['error', 'message'], read);
  assert.match(String(headers['content-type']), /^application\/json; charset=utf-8$/);
  assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(String(headers['date']), /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  assert.equal(typeof body['message'], 'string');
  // Nothing internal: no stack trace, no SQL, no library's messages.
  assert.doesNotMatch(
    read,
    /\bat \/|node_modules|\.ts\b|select |insert |FST_|body\/|ECONN|undefined/,
  );
  return `${String(status)} ${String(body['error'])}`;
}

/** A fresh key for a money operation. */
export function fresh(): { 'idempotency-key': string } {
  return { 'idempotency-key': randomUUID() };
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The rows of a list, which may be empty. */
export function rowsOf({ status, body, text: read }: Answer): Rows {
  assert.equal(status, 200, read);
  const rows = body['data'] ?? body['alerts'] ?? body['balances'] ?? body['charges'];
  assert.ok(Array.isArray(rows) && rows.every(isObject), read);
  return rows;
}
