import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { DatabaseAwayError } from '../platform/db.ts';
import { openHttp } from '../platform/http.ts';
import { registerProviderRoutes } from './routes.ts';

const SECRETS = { live: 'the secret of the provider', test: 'the-secret-of-the-sandbox' };

const app = await testApp(undefined, {
  env: {
    PONTE_EULEN_TOKEN: 'token',
    PONTE_EULEN_WEBHOOK_SECRET: SECRETS.live,
    PONTE_SANDBOX_URL: 'http://127.0.0.1:9',
    PONTE_SANDBOX_SECRET: 'control',
    PONTE_SANDBOX_WEBHOOK_SECRET: SECRETS.test,
  },
});
const http = openHttp(app.log, (routes) => registerProviderRoutes(routes, app));

const NOTICE = { webhookType: 'deposit', qrId: '019f0000aaaa7bbb8ccc0123456789ab', status: 'sent' };

const send = (authorization: string | undefined, payload: string, kind = 'deposit') =>
  http.inject({
    method: 'POST',
    url: `/provider/webhooks/${kind}`,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    payload,
  });

const filed = async (): Promise<string[]> => {
  const rows = await app.db<{ row: string }>`
    select mode || ' ' || kind as row from provider_inbox order by id`;
  return rows.map(({ row }) => row);
};

test('a notice without the right secret gets 401 and is not stored, whatever its body', async () => {
  const basic = (text: string) => `Basic ${text}`;
  for (const authorization of [
    undefined,
    '',
    'Basic ',
    'Basic',
    basic('guess'),
    basic(`${SECRETS.live} `),
    basic(SECRETS.live.toUpperCase()),
    basic(SECRETS.test.slice(0, -1)),
    `Bearer ${SECRETS.live}`,
    SECRETS.live,
    basic('x'.repeat(2_000)),
  ]) {
    for (const payload of [JSON.stringify(NOTICE), 'not JSON', 'x'.repeat(70_000)]) {
      const answer = await send(authorization, payload);
      assert.equal(answer.statusCode, 401, authorization);
      const { error, message } = answer.json<{ error: string; message: string }>();
      assert.equal(error, 'unauthorized');
      // The caller has no API key, so the message should not mention one.
      assert.match(message, /segredo dos avisos/);
      assert.doesNotMatch(message, /chave|API/i);
    }
  }
  assert.deepEqual(await filed(), []);
});

test('the matching secret decides the mode of a notice, which is stored before the response', async () => {
  for (const [authorization, kind] of [
    [`Basic ${SECRETS.live}`, 'deposit'],
    [`Basic ${SECRETS.test}`, 'withdraw'],
    // As in all HTTP, the scheme may be written in any case.
    [`basic ${SECRETS.live}`, 'med'],
  ] as const) {
    const notice = JSON.stringify({ ...NOTICE, webhookType: kind });
    const answer = await send(authorization, notice, kind);
    assert.deepEqual([answer.statusCode, answer.json()], [200, { received: true }]);
  }
  assert.deepEqual(await filed(), ['live deposit', 'test withdraw', 'live med']);
});

test('the type stated in a notice takes precedence over its path', async () => {
  const filedAs = async (kind: string, webhookType: unknown): Promise<string | undefined> => {
    await app.db`delete from provider_inbox`;
    const { statusCode } = await send(
      `Basic ${SECRETS.live}`,
      JSON.stringify({ ...NOTICE, webhookType }),
      kind,
    );
    assert.equal(statusCode, 200);
    return (await filed()).at(0);
  };
  assert.equal(await filedAs('deposit', 'med'), 'live med');
  assert.equal(await filedAs('withdraw', 'MED'), 'live med');
  assert.equal(await filedAs('med', 'deposit'), 'live deposit');
  assert.equal(await filedAs('med', 'withdraw'), 'live withdraw');
  for (const other of [undefined, null, '', 'pix', 7, ['med'], { toString: 'med' }]) {
    assert.equal(await filedAs('med', other), 'live med');
    assert.equal(await filedAs('deposit', other), 'live deposit');
  }
});

test('a stored notice contains no personal data in plain text', async () => {
  const named = JSON.stringify({ ...NOTICE, payerName: 'Maria', payerTaxNumber: '12345678909' });
  await send(`Basic ${SECRETS.live}`, named);
  const rows = await app.db`select * from provider_inbox`;
  assert.doesNotMatch(JSON.stringify(rows), /Maria|12345678909/);
});

test('a body that is not a JSON object is refused', async () => {
  const before = await filed();
  for (const payload of ['[]', '7', '"text"', '{', '']) {
    const { statusCode } = await send(`Basic ${SECRETS.live}`, payload);
    assert.equal(statusCode, 400, payload);
  }
  assert.deepEqual(await filed(), before);
});

test('a notice that arrives while the database is unavailable is stored when it is back', async () => {
  await app.db`delete from provider_inbox`;
  let left = 3;
  const run: typeof app.db = Object.assign(
    async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
      left -= 1;
      if (left >= 0) throw new DatabaseAwayError(new Error('gone'), 0);
      return app.db<Row>(text, ...values);
    },
    app.db,
  );
  const away = openHttp(app.log, (routes) => registerProviderRoutes(routes, { ...app, db: run }));
  const { statusCode } = await away.inject({
    method: 'POST',
    url: '/provider/webhooks/med',
    headers: { authorization: `Basic ${SECRETS.live}` },
    payload: { ...NOTICE, webhookType: 'med' },
  });
  assert.equal(statusCode, 200);
  assert.deepEqual(await filed(), ['live med']);
});

test('an authenticated notice that cannot be stored raises an alert, and no other does', async () => {
  const alerts = async (): Promise<string[]> => {
    const rows = await app.db<{ row: string }>`
      select subject || ' ' || times as row from operator_alerts
      where kind = 'refused_notice' order by subject`;
    return rows.map(({ row }) => row);
  };
  await app.db`delete from operator_alerts`;
  const order = { method: 'POST', url: '/provider/webhooks/med' } as const;
  const refuse = async (authorization: string, type: string, payload: string): Promise<number> => {
    const headers = { authorization, 'content-type': type };
    return (await http.inject({ ...order, headers, payload })).statusCode;
  };
  const live = `Basic ${SECRETS.live}`;
  const text = JSON.stringify(NOTICE);
  assert.equal(await refuse(live, 'text/plain', text), 415);
  assert.equal(await refuse(live, 'application/xml', text), 415);
  assert.equal(await refuse(live, 'application/json', 'x'.repeat(70_000)), 413);
  assert.equal(await refuse(`Basic ${SECRETS.test}`, 'application/json', '{'), 400);
  assert.equal(await refuse('Basic guess', 'text/plain', text), 401);
  assert.equal(await refuse(live, 'application/json', text), 200);
  assert.deepEqual(await alerts(), ['live med 413 1', 'live med 415 2', 'test med 400 1']);
});
