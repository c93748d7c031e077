import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPonte } from '../sdk/src/index.ts';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { LANGUAGES } from '../server/src/refusals.ts';
import { readText } from './repository.ts';

const GUIDES = readGuides();
const CLIENT = createPonte({ baseUrl: 'http://127.0.0.1', apiKey: 'pt_test_x' });

/** The calls of each part of the client, by the name under which a program uses it. */
function callsOf(part: object, name: string): [name: string, calls: string[]][] {
  const members = Object.entries(part);
  const calls = members.flatMap(([member, value]) => (typeof value === 'function' ? member : []));
  const parts = members.filter(
    (member): member is [string, object] => typeof member[1] === 'object',
  );
  const inner = parts.flatMap(([member, value]) => callsOf(value, `${name}.${member}`));
  return calls.length === 0 ? inner : [[name, calls.sort()], ...inner];
}

/** The code spans in a cell. */
function codeIn(cell = ''): string[] {
  return [...cell.matchAll(/(?<!\[)`([\w.]+)`/g)].map(([, word = '']) => word);
}

for (const language of LANGUAGES) {
  test(`the ${language} guide lists every part of the client with all its calls`, () => {
    const body = GUIDES[language].get('sdk')?.body ?? '';
    const shown = [...body.matchAll(/^\| (`ponte\..*?) \| (.*?) \|/gm)].flatMap(
      ([, parts, calls]) => codeIn(parts).map((part) => [part, codeIn(calls).sort()] as const),
    );
    // The sandbox has a page of its own, and `request` a sentence.
    const own = callsOf(CLIENT, 'ponte').filter(([name]) => !/^ponte(\.sandbox.*)?$/.test(name));
    assert.ok(own.length > 10);
    assert.deepEqual(new Map(shown.filter(([part]) => part !== 'ponte.sandbox')), new Map(own));
    assert.ok(body.includes('`ponte.sandbox`') && body.includes('`ponte.request`'));
  });
}

test('every type that the guide names is exported', () => {
  const exported = new Set(readText('sdk/src/index.ts').match(/\b[A-Z]\w+/g));
  for (const language of LANGUAGES) {
    const body = GUIDES[language].get('sdk')?.body ?? '';
    const named = [...body.matchAll(/`([A-Z]\w+(?:Order|EventData)|NewDeposit|Deposit)`/g)];
    const types = named.map(([, type = '']) => type);
    assert.ok(types.length >= 4, language);
    for (const type of types) {
      assert.ok(exported.has(type), type);
      assert.ok(exported.has(type.replace('Deposit', 'Withdrawal')), `as for withdrawals: ${type}`);
    }
  }
});
