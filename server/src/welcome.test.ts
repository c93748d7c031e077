import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../test/app.ts';
import { findLinkPage } from './checkouts/store.ts';
import { welcome } from './welcome.ts';

test('the first start creates a payment page and prints its URL; the second changes and prints nothing', async (t) => {
  const { db } = await testApp(t);
  const { argv } = process;
  // As if it were installed, and not run in a checkout.
  process.argv = [process.execPath, '/usr/local/bin/ponte'];
  t.after(() => (process.argv = argv));
  const printed: string[] = [];
  await welcome(db, 'http://127.0.0.1:3000', (line) => printed.push(line));
  const text = printed.join('\n');
  const [, slug = ''] = /^http:\/\/127\.0\.0\.1:3000\/pay\/(\w+)$/m.exec(text) ?? [];
  const page = await findLinkPage(db, slug);
  assert.ok(page?.active);
  assert.deepEqual(
    [page.environment.mode, page.amountCents, page.title, page.shop.name],
    ['test', 500, 'Teste de R$ 5,00', 'Loja de teste'],
  );
  assert.match(text, /^export PONTE_KEY=pt_test_\w+$/m);
  assert.match(text, /^ponte key create --account acc_\w+ --mode test --scopes all$/m);
  assert.doesNotMatch(text, /\{\w+\}/);
  assert.match(text, /From here on this terminal shows the log, one JSON line per event\.$/);
  await welcome(db, 'http://127.0.0.1:3000', (line) => printed.push(line));
  assert.equal(printed.length, 1);
});

test('a first start that fails is rolled back, and the next start counts as the first', async (t) => {
  const { db } = await testApp(t);
  await db`
    create function refuse_keys() returns trigger language plpgsql
      as 'begin raise exception ''died''; end'`;
  await db`
    create trigger refuse_keys before insert on api_keys
      for each row execute function refuse_keys()`;
  const printed: string[] = [];
  const start = () => welcome(db, 'http://127.0.0.1:3000', (line) => printed.push(line));
  await assert.rejects(start(), /died/);
  assert.equal(printed.length, 0);
  await db`drop trigger refuse_keys on api_keys`;
  await start();
  assert.equal(printed.length, 1);
});
