import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReferences } from '../src/openapi.ts';
import { isObject } from '../src/platform/json.ts';
import { LINES, portablePattern, PRINTABLE } from '../src/platform/schema.ts';
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

test('every reference in an API description resolves within it', () => {
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

test('no described field has a default, since generated types would make it mandatory', () => {
  for (const name of ['api', 'dashboard'] as const) {
    const { components } = writtenReference(name);
    assert.doesNotMatch(JSON.stringify(components), /.{100}"default":(?!\{)/, name);
  }
});

test('no described pattern names a surrogate half, which few regex engines accept', () => {
  for (const name of ['api', 'dashboard'] as const) {
    assert.doesNotMatch(JSON.stringify(writtenReference(name)), /\\ud[89a-f]/, name);
  }
});

test('no described pattern breaks a line if a generator writes its escapes as characters', () => {
  for (const name of ['api', 'dashboard'] as const) {
    assert.doesNotMatch(JSON.stringify(writtenReference(name)), /\\u(?:000[ad]|202[89])/, name);
  }
});

test('a described pattern accepts the same characters as ours', () => {
  for (const pattern of [PRINTABLE, LINES]) {
    const [ours, described] = [new RegExp(pattern), new RegExp(portablePattern(pattern))];
    const differing = Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit))
      .filter((text) => text.isWellFormed() && ours.test(text) !== described.test(text))
      .map((text) => text.charCodeAt(0).toString(16));
    assert.deepEqual(differing, []);
    assert.match('𝄞 Café 😀', described);
    assert.match('𝄞 Café 😀', new RegExp(portablePattern(pattern), 'u'));
  }
});

test('a response that matches its description passes', () => {
  checkAnswer(seen(FEES));
  checkAnswer(seen({ error: 'unauthorized', message: 'x' }, { status: 401 }));
  checkAnswer(seen({ error: 'not_found', message: 'x' }, { status: 404, path: '/nowhere' }));
  checkAnswer(seen({}, { method: 'HEAD', text: '' }));
});

test('a response that deviates from its description fails', () => {
  const { deposit } = FEES;
  const { headers } = seen(FEES);
  const wrong: readonly (readonly [answer: Seen, fault: RegExp])[] = [
    [seen({ deposit }), /required property 'withdrawal'/],
    [seen({ ...FEES, secret: 1 }), /must NOT have .* properties/],
    [seen({ ...FEES, deposit: { ...deposit, fixedCents: '99' } }), /must be integer/],
    [seen({ error: 'invalid_amount', message: 'x' }, { status: 400 }), /allowed values/],
    [
      seen({ error: 'not_found', message: 'x', at: 1 }, { path: '/x', status: 404 }),
      /must NOT have .* properties/,
    ],
    [seen(FEES, { status: 418 }), /which is not described/],
    [seen({}, { path: '/v1/api/nowhere' }), /which is not described/],
    [seen(FEES, { headers: { ...headers, 'content-type': 'text/html' } }), /as text\/html/],
    [seen(FEES, { headers: { ...headers, allow: 'GET' } }), /with the header allow/],
    // A missing request id.
    [seen(FEES, { headers: { 'content-type': 'application/json' } }), /answered 200 \{[^ ]*\}$/],
  ];
  for (const [answer, fault] of wrong) assert.throws(() => checkAnswer(answer), fault);
});

test('the committed API descriptions are what the routes generate', async () => {
  const said: unknown = JSON.parse(JSON.stringify(await readReferences()));
  assert.deepEqual(said, {
    api: writtenReference('api'),
    dashboard: writtenReference('dashboard'),
  });
});
