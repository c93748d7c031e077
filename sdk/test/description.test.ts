import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADVICE, createPonte } from '../src/index.ts';
import { codes, type Operation, operations, webhooks } from './description.ts';
import { readTypes, shapeOf } from './type-shapes.ts';

const types = readTypes(['client.ts', 'webhooks.ts', 'scopes.ts']);

/** Methods built on other methods, without a route of their own. */
const COMPOSED = ['intent', 'waitFor', 'request'];

/** A response valid as any kind of answer: a list, an order and a status. */
const EVERYTHING = { ...{ id: 'ID', status: 'PENDING' }, data: [], alerts: [] };

/** `deposits.create` and the route it calls, found by calling it. */
const methods = await methodsOf();

async function methodsOf(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let requested = '';
  const ponte = createPonte({
    baseUrl: 'http://gateway.invalid',
    apiKey: 'pt_test_any',
    fetch: (url, init) => {
      requested = `${String(init?.method)} ${new URL(String(url)).pathname}`;
      return Promise.resolve(Response.json(EVERYTHING, { status: 201 }));
    },
  });
  // Whatever a method expects, an object with an id makes it send a request.
  const any = { id: 'ID' };
  const walk = async (value: object, path: readonly string[]): Promise<void> => {
    for (const [name, member] of Object.entries(value) as [string, unknown][]) {
      if (COMPOSED.includes(name)) continue;
      if (typeof member === 'object' && member !== null) await walk(member, [...path, name]);
      if (typeof member !== 'function') continue;
      const answer: unknown = member(any, any);
      await (isList(answer) ? answer.page() : answer);
      found.set([...path, name].join('.'), routeOf(requested));
    }
  };
  await walk(ponte, []);
  return found;
}

/** The route as the description names it, whatever its parameters are called. */
function routeOf(requested: string): string {
  const found = operations.find(({ name }) => name.replaceAll(/\{\w+\}/g, 'ID') === requested);
  return found?.name ?? requested;
}

function isList(value: unknown): value is { page(): Promise<unknown> } {
  return typeof value === 'object' && value !== null && 'page' in value;
}

test('every API route has exactly one method, and no method calls any other route', () => {
  const routes = operations.map(({ name }) => name);
  assert.deepEqual([...methods.values()].sort(), routes.toSorted());
});

for (const [method, route] of methods) {
  const operation = operations.find(({ name }) => name === route);
  if (!operation) continue;
  test(`the parameter and result types of ${method} match ${route}`, () => {
    const type = method
      .split('.')
      .reduce((found, name) => types.member(found, name), types.exported('client.ts', 'Ponte'));
    const { answer } = operation;
    const answered = types.shape(types.result(type), answer);
    assert.equal(answered, answer ? shapeOf(answer) : 'void');
    const input = operation.body ?? operation.query;
    if (!input) return;
    const taken = types.parameter(type, idsIn(operation));
    assert.ok(taken, 'it has no parameter');
    assert.equal(types.shape(taken, input), shapeOf(input));
  });
}

function idsIn({ name }: Operation): number {
  return name.split('{').length - 1;
}

test('every error code of the API has an advice, and no other code has', () => {
  assert.deepEqual(Object.keys(ADVICE).sort(), [...codes].sort());
});

test('the Scope type lists exactly the API’s scopes', () => {
  const scopes = operations.map(({ scope }) => scope).filter((scope) => scope?.includes(':'));
  const named = types.literals(types.exported('scopes.ts', 'Scope'));
  assert.deepEqual(named, [...new Set(scopes)].sort());
});

test('the WebhookEvent type has one case per kind of webhook, with its data', () => {
  const event = types.exported('webhooks.ts', 'WebhookEvent');
  assert.ok(event.isUnion());
  const seen = event.types.flatMap((one) => {
    const kinds = types.literals(types.member(one, 'event'));
    for (const kind of kinds) {
      const data = webhooks[kind]?.properties?.['data'];
      assert.ok(data, kind);
      assert.equal(types.shape(types.member(one, 'data'), data), shapeOf(data), kind);
    }
    return kinds;
  });
  assert.deepEqual(seen.sort(), Object.keys(webhooks).sort());
});
