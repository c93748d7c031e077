import fc from 'fast-check';
import { isObject } from '../../src/platform/json.ts';
import type { Operation, Reference } from '../openapi.ts';
import { parametersOf } from '../sample-request.ts';
import { arbitraryHeaders } from './arbitrary-headers.ts';
import { hostileText, jsonFor, objectFor, placeholder } from './arbitrary-value.ts';

/** A request before it is made; ids, cursors and keys in double braces are filled in then. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Characters up to 255 are bytes. */
  readonly body: string | undefined;
  /** When the client cuts the connection, if it does not wait for the response. */
  readonly leavesAfterMs?: number;
  /** How often it is sent in one piece; once by default. */
  readonly times?: number;
}

/** Hosts that a request target may name; it then leads where it leads without them. */
const HOSTS = ['http://x', 'https://ponte.example:8443', 'HTTP://[::1]:3000'];

export function withoutHost(target: string): string {
  const host = HOSTS.find((one) => target.startsWith(`${one}/`)) ?? '';
  return target.slice(host.length);
}

/** Mostly what the description asks for, often nearly that, sometimes anything. */
export function arbitraryRequest(reference: Reference): fc.Arbitrary<FuzzRequest> {
  const described = reference.operations
    // Streams do not end, and the description and the metrics are fuzzed by other tests.
    .filter(({ path }) => !/^\/openapi\.json$|^\/metrics$|\/live$/.test(path))
    .map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestOf(reference, operation),
    }));
  const staying = fc.oneof(...described, { weight: 4, arbitrary: stray });
  return fc.oneof(
    { weight: 20, arbitrary: staying },
    { weight: 1, arbitrary: leaving(fc.oneof({ weight: 3, arbitrary: staying }, tunnel)) },
  );
}

function leaving(asked: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(asked, fc.constantFrom(0, 1, 5, 50), fc.constantFrom(1, 1, 1, 3, 100))
    .map(([request, leavesAfterMs, times]) => ({ ...request, leavesAfterMs, times }));
}

const tunnel: fc.Arbitrary<FuzzRequest> = fc.constant({
  method: 'CONNECT',
  target: 'x:443',
  headers: {},
  body: undefined,
});

/** Nothing exists unless something is created. */
function weightOf({ method, path }: Operation): number {
  return path.endsWith('/deposit') || path.endsWith('/withdraw') ? 12 : method === 'DELETE' ? 2 : 4;
}

function requestOf(reference: Reference, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const parameters = parametersOf(reference, operation);
  const money = parameters.some(({ name }) => name === 'Idempotency-Key');
  return fc
    .record({
      path: pathOf(operation, parameters),
      query: queryOf(reference, parameters),
      headers: arbitraryHeaders(operation),
      key: money ? idempotencyKey : fc.constant(undefined),
      body: bodyOf(reference, operation),
      host: fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom(...HOSTS)),
    })
    .map(({ path, query, headers, key, body, host }) => ({
      method: operation.method,
      target: host + path + query,
      headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      body,
    }));
}

/** Encoded for a URL; sometimes including `%` itself. */
const encoded = hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2_000));
const broken = fc.constantFrom('%', '%zz', '%ff', '%00', '.', '..', '%2e%2e', '%2f', ';', '*', '~');

function pathOf({ path }: Operation, parameters: Record<string, unknown>[]): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    if (name === 'mode') {
      return fc.oneof(
        { weight: 20, arbitrary: fc.constant('test') },
        { weight: 1, arbitrary: fc.constantFrom('live', 'TEST', 'prod', '%00') },
      );
    }
    const example = String(parameters.find((one) => one['name'] === name)?.['example']);
    const prefix = /^[a-z]{3}(?=_)/.exec(example)?.[0] ?? 'dep';
    const suffix = example.endsWith('.png') ? '.png' : '';
    return fc.oneof(
      { weight: 12, arbitrary: placeholder('own', prefix).map((id) => id + suffix) },
      { weight: 2, arbitrary: placeholder('other', prefix).map((id) => id + suffix) },
      { weight: 1, arbitrary: fc.oneof(encoded, broken, fc.constant(example)) },
    );
  });
  return fc.tuple(...parts).map((texts) => texts.join(''));
}

function queryOf(
  reference: Reference,
  parameters: readonly Record<string, unknown>[],
): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => parameter['in'] === 'query')
    .map(({ name, schema, example }) => {
      const examples = example === undefined ? [] : [example];
      const fitting = jsonFor(reference, { ...reference.resolve(schema), examples });
      const value = fc.oneof(
        { weight: 5, arbitrary: fitting.map(asParameter) },
        { weight: name === 'cursor' ? 8 : 0, arbitrary: fc.constant('{{cursor}}') },
        { weight: 1, arbitrary: fc.oneof(encoded, broken) },
      );
      return fc.oneof(
        { weight: 6, arbitrary: fc.constant('') },
        { weight: 4, arbitrary: value.map((text) => `${String(name)}=${text}`) },
        { weight: 1, arbitrary: value.map((text) => `${String(name)}=${text}&${String(name)}=1`) },
      );
    });
  const unknown = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: encoded.map((text) => `colour=${text}`) },
  );
  return fc.tuple(...pairs, unknown).map((all) => {
    const query = all.filter((pair) => pair !== '').join('&');
    return query === '' ? '' : `?${query}`;
  });
}

function asParameter(json: string): string {
  const value: unknown = JSON.parse(json);
  const text = typeof value === 'string' ? value : json;
  return text.startsWith('{{') ? text : encodeURIComponent(text.toWellFormed());
}

const idempotencyKey = fc.oneof(
  { weight: 10, arbitrary: fc.uuid() },
  { weight: 6, arbitrary: fc.nat({ max: 60 }).map((n) => `again-${String(n)}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      undefined,
      '',
      ' ',
      '\t',
      'a b',
      '"',
      'é',
      'x'.repeat(255),
      'x'.repeat(256),
    ),
  },
);

function bodyOf(reference: Reference, operation: Operation): fc.Arbitrary<string | undefined> {
  const { content } = reference.resolve(operation.content['requestBody']);
  const media = isObject(content) ? content['application/json'] : undefined;
  const { properties } = reference.resolve(isObject(media) ? media['schema'] : undefined);
  const usual = isObject(properties)
    ? objectFor(reference, properties).map(asBytes)
    : fc.constantFrom(undefined, undefined, undefined, '{}');
  return fc.oneof(
    { weight: 30, arbitrary: usual },
    { weight: 2, arbitrary: usual.chain((text) => cut(text ?? '{}')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        '',
        ' ',
        'null',
        '[]',
        '"text"',
        '7',
        '{',
        '{}{}',
        "{'a':1}",
        '{"a":1,}',
        '\ufeff{}',
        '{"a":\xff}',
        '\xff\xfe',
        '{"__proto__":{"x":1}}',
        `{"a":${'['.repeat(5_000)}`,
        `{"a":"${'x'.repeat(65_600)}"}`,
      ),
    },
  );
}

/** The bytes of the UTF-8 text, each as a character. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function cut(text: string): fc.Arbitrary<string> {
  return fc.nat({ max: text.length }).map((at) => text.slice(0, at));
}

const stray: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'LINK',
    ),
    target: fc.oneof(
      encoded.map((text) => `/${text}`),
      broken.map((text) => `/v1/api/${text}`),
      fc.constantFrom(
        '/',
        '//',
        '/v1/api/fees/',
        '/v1/api/fees',
        '/v1/api/deposit',
        '/v1/sandbox/provider',
      ),
      // With a host, which is invalid.
      fc.constantFrom(
        'http://x%zz',
        'http://%zz/v1/api/fees',
        'http://x:99999/v1/api/fees',
        'http://[::1/v1/api/fees',
        'http:///v1/api/fees',
      ),
    ),
    body: fc.constantFrom(undefined, '{}'),
  })
  .map((request) => ({ ...request, headers: { authorization: 'Bearer {{key:test}}' } }));
