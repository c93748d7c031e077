import fc from 'fast-check';
import type { Operation } from '../openapi.ts';

const CREDENTIALS = [
  'Bearer {{key:live}}',
  'Bearer {{key:other}}',
  'Bearer {{key:narrow}}',
  'bearer {{key:test}}',
  'Bearer {{key:test}}x',
  'Bearer',
  'Basic {{key:test}}',
  'Basic x',
  'Bearer \u00e9',
  '',
];

const TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset=latin1',
  'text/plain',
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/problem+json',
  '*/*',
  ';',
];

type Headers = Record<string, string>;

const ODD: readonly Headers[] = [
  { 'accept-language': 'en' },
  { 'accept-language': 'pt;q=0.1, en;q=,*;q=9' },
  { accept: 'text/html' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { expect: 'a-miracle' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-request-id': 'mine' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { cookie: 'a=\u00ff' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { 'x-long': 'y'.repeat(9_000) },
];

/** The credentials and headers of a call, mostly as the operation wants them. */
export function arbitraryHeaders({ content }: Operation): fc.Arbitrary<Headers> {
  const security = JSON.stringify(content['security'] ?? []);
  const usual = security.includes('providerSecret') ? 'Basic {{provider}}' : 'Bearer {{key:test}}';
  const mostly = <Value>(value: Value, others: readonly Value[]) =>
    fc.oneof(
      { weight: 15, arbitrary: fc.constant(value) },
      { weight: 1, arbitrary: fc.constantFrom(...others) },
    );
  return fc
    .tuple(
      mostly(usual, CREDENTIALS),
      mostly('application/json', TYPES),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 2, arbitrary: fc.constantFrom(...ODD) },
      ),
    )
    .map(([authorization, type, odd]) => ({ authorization, 'content-type': type, ...odd }));
}
