import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '../../src/api.ts';
import { connect } from '../../src/platform/db.ts';
import { counted } from '../../src/platform/metrics.ts';
import { openGateway } from '../gateway.ts';
import { openMerchant } from '../merchant.ts';
import { BEHIND_PROXY, formsIn, newTry, openLink, openPayer } from '../payer.ts';

const gateway = await openGateway(undefined, {
  // One creation a minute for the API, and one for pages.
  env: { ...BEHIND_PROXY, PONTE_SANDBOX_STRICT: 'true', PONTE_PROVIDER_BUDGETS: 'deposit=2/2' },
});
const { app } = gateway;

async function openBroken(
  t: { after(end: () => Promise<unknown>): void },
  db: (typeof app)['db'],
): Promise<string> {
  const http = openApi({ ...app, db, openPublicDb: () => db });
  t.after(() => http.close());
  return http.listen({ host: '127.0.0.1', port: 0 });
}

test('without provider budget the form is shown again with its input and Retry-After', async () => {
  counted.resetMetrics();
  const merchant = await openMerchant(gateway);
  const link = await openLink(merchant);
  await openPayer(gateway).orders(link);
  const payer = openPayer(gateway);
  const attempt = newTry();
  const busy = await payer.order(link, { attempt });
  assert.equal(busy.status, 429);
  const wait = Number(busy.headers.get('retry-after'));
  assert.ok(wait > 50 && wait <= 62, String(wait));
  assert.match(busy.text, new RegExp(`data-retry="${String(wait)}"`));
  const [form] = formsIn(busy);
  assert.deepEqual([form?.fields['attempt'], form?.fields['document']], [attempt, '12345678909']);
  // The API keeps its half.
  assert.equal((await merchant.deposit())['status'], 'PENDING');
  // As if the minute had passed.
  await app.db`delete from provider_budgets`;
  assert.equal((await payer.order(link, { attempt })).status, 303);
  const { values } = (await counted.getSingleMetric('ponte_page_orders_total')?.get()) ?? {};
  const outcomes = values?.map(({ labels, value }) => [labels['outcome'], value]);
  assert.deepEqual(outcomes?.sort(), [
    ['asked', 1],
    ['busy', 1],
    ['shown_again', 1],
  ]);
});

test('while the database is unavailable a payer gets a 503 page with Retry-After', async (t) => {
  const db = connect({ url: 'postgres://127.0.0.1:9/x', connections: 1, onError: () => undefined });
  const payer = openPayer({ url: await openBroken(t, db) });
  for (const page of [await payer.ask('/pay/bcdfghjk'), await payer.ask('/pay/bcdfghjk', 'a=b')]) {
    assert.equal(page.status, 503);
    assert.equal(page.headers.get('retry-after'), '1');
    assert.match(page.text, /^<!doctype html>/);
  }
});

test('an internal error is an HTML page too, and discloses nothing internal', async (t) => {
  const fail = (): never => {
    throw new TypeError('the inside');
  };
  const db = Object.assign(fail, { begin: fail, load: app.db.load, end: async () => undefined });
  const page = await openPayer({ url: await openBroken(t, db) }).ask('/pay/bcdfghjk');
  assert.equal(page.status, 500);
  assert.match(page.text, /^<!doctype html>/);
  assert.doesNotMatch(page.text, /inside|TypeError|node_modules|\.ts\b/);
});
