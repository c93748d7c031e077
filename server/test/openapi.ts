import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject } from '../src/platform/json.ts';

type Json = Record<string, unknown>;

/** The response to a call. */
export interface Seen {
  readonly method: string;
  /** The path as it was called, with its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Operation {
  readonly method: string;
  /** With `{id}` in place of an id. */
  readonly path: string;
  readonly pointer: string;
  readonly content: Json;
}

export interface Reference {
  readonly document: Json;
  readonly operations: readonly Operation[];
  /** The value at a JSON pointer, with references resolved. */
  resolve(value: unknown): Json;
  /** Fails unless a value fits the schema at a pointer, and has nothing beyond it. */
  validate(pointer: string, value: unknown, what?: string): void;
}

/** Fails unless the description has this route, this status, and a response like this one. */
export function checkAnswer(seen: Seen, by: Reference = reference): void {
  const what = `${seen.method} ${seen.path} answered ${String(seen.status)} ${seen.text.slice(0, 500)}`;
  const pointer = responseFor(seen, by);
  assert.ok(pointer, `${what}, which is not described`);
  const response = by.resolve(at(by.document, pointer));
  checkHeaders(response, seen, what);
  const content = isObject(response['content']) ? response['content'] : {};
  const [type] = String(seen.headers['content-type'] ?? '').split(';');
  if (seen.method === 'HEAD' || Object.keys(content).length === 0) {
    assert.equal(seen.text, '', `${what}: no body is described`);
    return;
  }
  assert.ok(type !== undefined && isObject(content[type]), `${what} as ${String(type)}`);
  if (type !== 'application/json') return;
  // Through the reference, since most refusals are shared.
  const base = typeof response['$at'] === 'string' ? response['$at'] : pointer;
  by.validate(`${base}/content/application~1json/schema`, JSON.parse(seen.text), what);
}

/** Headers with a meaning are described where they occur. */
const TOLD = ['retry-after', 'ratelimit-limit', 'idempotent-replayed', 'www-authenticate', 'allow'];

function checkHeaders(response: Json, { headers }: Seen, what: string): void {
  const described = Object.keys(isObject(response['headers']) ? response['headers'] : {});
  const names = described.map((name) => name.toLowerCase());
  assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/, what);
  for (const name of TOLD) {
    if (headers[name] !== undefined && headers[name] !== null) {
      assert.ok(names.includes(name), `${what} with the header ${name}, which is not described`);
    }
  }
}

/** Framing is checked before any route, so any route may seem to answer with these. */
const FRAMING = ['400', '408', '431'];

function responseFor(seen: Seen, by: Reference): string | undefined {
  const status = String(seen.status);
  const operation = operationOf(seen, by);
  const own = operation && `${operation.pointer}/responses/${status}`;
  if (own !== undefined && at(by.document, own) !== undefined) return own;
  if (operation && !FRAMING.includes(status)) return undefined;
  const outside = `/x-outside-operations/${status}`;
  return at(by.document, outside) === undefined ? undefined : outside;
}

/** Of the operations that match a path, the one with the fewest parameters. */
export function operationOf(
  { method, path: address }: Pick<Seen, 'method' | 'path'>,
  { operations }: Reference,
): Operation | undefined {
  const [path = ''] = address.split('?');
  const verb = method === 'HEAD' ? 'GET' : method;
  const parameters = (one: Operation): number => one.path.split('{').length;
  return operations
    .filter((one) => one.method === verb && pathPattern(one.path).test(path))
    .sort((one, other) => parameters(one) - parameters(other))[0];
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

export function openReference(document: Json): Reference {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  // The package is CommonJS: the function is also its own default export.
  addFormats.default(ajv);
  ajv.addSchema(Object.assign(closed(document), { $id: 'reference' }));
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    operations: operationsOf(document),
    resolve: (value) => resolve(document, value),
    validate: (pointer, value, what = pointer) => {
      const validate =
        compiled.get(pointer) ?? ajv.compile({ $ref: `reference#${encodeURI(pointer)}` });
      compiled.set(pointer, validate);
      assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
    },
  };
}

function operationsOf(document: Json): Operation[] {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, content]) => ({
      method: method.toUpperCase(),
      path,
      pointer: `/paths/${path.replaceAll('/', '~1')}/${method}`,
      content: isObject(content) ? content : {},
    })),
  );
}

function resolve(document: Json, value: unknown): Json {
  if (!isObject(value)) return {};
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  const pointer = $ref.slice(1);
  return { ...resolve(document, at(document, pointer)), $at: pointer };
}

function at(document: Json, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), document);
}

/** A copy whose objects have only what they name: clients accept more, but we send no more. */
function closed(value: unknown): Json {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (!isObject(part)) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, walk(one)]));
    const open = isObject(part['properties']) && !('additionalProperties' in part);
    return open && part['type'] === 'object' ? { ...copy, additionalProperties: false } : copy;
  };
  const copy = walk(value);
  assert.ok(isObject(copy));
  return copy;
}

/** Written by `npm run openapi`; `openapi.test.ts` compares them with the routes. */
export function writtenReference(of: 'api' | 'dashboard'): Json {
  const name = of === 'api' ? 'openapi.json' : 'openapi-dashboard.json';
  const document: unknown = JSON.parse(
    readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8'),
  );
  assert.ok(isObject(document));
  return document;
}

/** The API's description, from the file, since asking the routes takes each process a second. */
export const reference = openReference(writtenReference('api'));

/** The same for the routes of signed-in people; opened where it is needed. */
export function openSessionReference(): Reference {
  return openReference(writtenReference('dashboard'));
}
