import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import { openHttp } from './http.ts';
import {
  IdFilter,
  KEY_PATTERN,
  LINES,
  OneOf,
  PageQuery,
  Printable,
  SEQUENCE_PATTERN,
} from './schema.ts';

const Body = Type.Object({
  title: Printable(1, 120),
  active: Type.Optional(Type.Boolean()),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  hours: Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: 168 })),
  hold: Type.Optional(OneOf(['LATE', 'FAST'])),
  events: Type.Optional(Type.Array(OneOf(['paid', 'failed']), { minItems: 1 })),
  scopes: Type.Optional(Type.Array(OneOf(['read', 'write']), { uniqueItems: true })),
  description: Type.Optional(Type.String({ pattern: LINES })),
  blindingKey: Type.Optional(Type.String({ pattern: KEY_PATTERN })),
  agent: Type.Optional(Type.Object({ daily: Type.Integer() })),
  results: Type.Optional(Type.Array(Type.Object({ status: Type.Integer() }))),
});

const http = openHttp(pino({ level: 'silent' }), (routes) => {
  const hold = Type.Optional(OneOf(['LATE', 'FAST']));
  const after = Type.Optional(Type.String({ pattern: SEQUENCE_PATTERN }));
  const route = Type.Optional(Type.String({ pattern: '^/[a-z]+$' }));
  const querystring = Type.Object({ ...PageQuery, hold, after, walletId: IdFilter, route });
  const schema = { body: Body, querystring };
  routes.post('/orders', { schema }, async () => ({ fine: true }));
});

async function messageOf(body: object, language: string, query = ''): Promise<string> {
  const headers = { 'accept-language': language };
  const answer = await http.inject({ method: 'POST', url: `/orders${query}`, headers, body });
  const { error, message } = answer.json<{ error: string; message: string }>();
  assert.deepEqual([answer.statusCode, error], [400, 'invalid_request']);
  return message;
}

test('a validation error names the field, what is wrong with it and what to send instead', async () => {
  const said = [
    [{}, 'title is missing. Send that field.'],
    [{ title: null }, 'title is not valid. Send a text.'],
    [{ title: '' }, 'title is not valid. Send at least 1 character.'],
    [{ title: 'a'.repeat(121) }, 'title is not valid. Send at most 120 characters.'],
    [
      { title: 'a\nb' },
      'title is not valid. Send a single line, without control characters or invisible ones.',
    ],
    [{ title: 'a', active: 'yes' }, 'active is not valid. Send true or false.'],
    [{ title: 'a', count: 0 }, 'count is not valid. Send at least 1.'],
    [{ title: 'a', count: 1.5 }, 'count is not valid. Send a whole number.'],
    [{ title: 'a', hours: 0.5 }, 'hours is not valid. Send a whole number.'],
    [{ title: 'a', hours: 1e12 }, 'hours is not valid. Send at most 168.'],
    [{ title: 'a', hold: null }, 'hold is not valid. Send one of these values: LATE, FAST.'],
    [{ title: 'a', events: 'paid' }, 'events is not valid. Send a list.'],
    [{ title: 'a', events: [] }, 'events is not valid. Send at least 1 item.'],
    [{ title: 'a', events: ['x'] }, 'events is not valid. Send one of these values: paid, failed.'],
    [{ title: 'a', scopes: ['read', 'read'] }, 'scopes is not valid. Send each value only once.'],
    [
      { title: 'a', description: 'a\u202eb' },
      'description is not valid. Send a text of one or more lines, without control characters or invisible ones.',
    ],
    [
      { title: 'a', blindingKey: 'g'.repeat(64) },
      'blindingKey is not valid. Send 64 hexadecimal digits, 0 to 9 and a to f.',
    ],
  ] as const;
  for (const [body, message] of said) assert.equal(await messageOf(body, 'en'), message);
  const portuguese = await messageOf({ title: 'a'.repeat(121) }, 'pt-BR');
  assert.equal(portuguese, 'title é inválido. Envie no máximo 120 caracteres.');
});

test('a validation error inside an object or a list names the field there', async () => {
  for (const [fields, message] of [
    [{ agent: {} }, 'agent.daily is missing. Send that field.'],
    [{ agent: { daily: '5' } }, 'agent.daily is not valid. Send a whole number.'],
    [{ results: [{ status: 1 }, {}] }, 'results.1.status is missing. Send that field.'],
    [{ results: [{ status: 'x' }] }, 'results.0.status is not valid. Send a whole number.'],
    [{ results: [5] }, 'results is not valid. Send an object.'],
  ] as const) {
    assert.equal(await messageOf({ title: 'a', ...fields }, 'en'), message);
  }
});

test('an invalid page limit is refused with the allowed range', async () => {
  for (const limit of ['0', '101', 'ten', '1.0']) {
    const message = await messageOf({ title: 'a' }, 'en', `?limit=${limit}`);
    assert.equal(message, 'limit is not valid. Send a whole number from 1 to 100.');
  }
});

test('an invalid query parameter is refused with the expected format, or as repeated', async () => {
  for (const [query, words] of [
    ['limit=1&limit=2', 'limit is not valid. Send one value only.'],
    ['hold=LATE&hold=FAST', 'hold is not valid. Send one value only.'],
    ['hold=x', 'hold is not valid. Send one of these values: LATE, FAST.'],
    ['after=-1', 'after is not valid. Send a whole number such as 41.'],
    ['walletId=', 'walletId is not valid. Send an id as the API returns it.'],
    [
      'route=',
      'route is not valid. Send only characters that the field accepts, in the form that the reference shows.',
    ],
  ]) {
    assert.equal(await messageOf({ title: 'a' }, 'en', `?${query}`), words);
  }
});
