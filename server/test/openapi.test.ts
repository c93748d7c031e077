import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReferences } from '../src/openapi.ts';
import { isObject } from '../src/platform/json.ts';
import { checkAnswer, type Seen, writtenReference } from './openapi.ts';

const FEES = {
  deposit: { percentBasisPoints: 200, fixedCents: 99 },
  withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
};

function seen(body: object, changes: Partial<Seen> = {}): Seen {
  return {
    method: 'GET',
    path: '/v1/api/fees?any=1',
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': '6f1d7c0e-3f51-4d0b-8a3c-0f6f4c7f7a11',
    },
    text: JSON.stringify(body),
    ...changes,
  };
}

test('whatever a description refers to is in it', () => {
  for (const name of ['api', 'dashboard'] as const) {
    const document = writtenReference(name);
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .slice(1)
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), document);
      assert.notEqual(found, undefined, `${name} ${pointer}`);
    }
  }
});

test('a field that may be left out has no default, which generated types make mandatory', () => {
  for (const name of ['api', 'dashboard'] as const) {
    const { components } = writtenReference(name);
    assert.doesNotMatch(JSON.stringify(components), /.{100}"default":(?!\{)/, name);
  }
});

test('a pattern that is described names no half of a pair, which few languages have a word for', () => {
  for (const name of ['api', 'dashboard'] as const) {
    assert.doesNotMatch(JSON.stringify(writtenReference(name)), /\\ud[89a-f]/, name);
  }
});

test('an answer as described passes', () => {
  checkAnswer(seen(FEES));
  checkAnswer(seen({ error: 'unauthorized', message: 'x' }, { status: 401 }));
  checkAnswer(seen({ error: 'not_found', message: 'x' }, { status: 404, path: '/nowhere' }));
  checkAnswer(seen({}, { method: 'HEAD', text: '' }));
});

test('an answer that is not described fails', () => {
  const { deposit } = FEES;
  const wrong: Readonly<Record<string, Seen>> = {
    'a field is missing': seen({ deposit }),
    'a field is unheard of': seen({ ...FEES, secret: 1 }),
    'a field has another type': seen({ ...FEES, deposit: { ...deposit, fixedCents: '99' } }),
    'a code is not one of the route': seen(
      { error: 'invalid_amount', message: 'x' },
      { status: 400 },
    ),
    'an error has a third field': seen(
      { error: 'not_found', message: 'x', at: 1 },
      { path: '/x', status: 404 },
    ),
    'a status is unheard of': seen(FEES, { status: 418 }),
    'a success comes from nowhere': seen({}, { path: '/v1/api/nowhere' }),
    'it is no JSON': seen(FEES, {
      headers: { ...seen(FEES).headers, 'content-type': 'text/html' },
    }),
    'a header is not described': seen(FEES, { headers: { ...seen(FEES).headers, allow: 'GET' } }),
    'it bears no request id': seen(FEES, { headers: { 'content-type': 'application/json' } }),
  };
  for (const [name, answer] of Object.entries(wrong)) {
    assert.throws(() => checkAnswer(answer), name);
  }
});

test('the files that answers are compared with are what the routes say', async () => {
  const said: unknown = JSON.parse(JSON.stringify(await readReferences()));
  assert.deepEqual(said, {
    api: writtenReference('api'),
    dashboard: writtenReference('dashboard'),
  });
});
