import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { configOf, createDatabase, openReceiver, partnerAt, until } from '../../test/sandbox.ts';
import { startSimulator } from '../server.ts';

const FIRST = new URL('../../migrations/0001_books.sql', import.meta.url);
const PEOPLE = ['98765432100', 'JOANA PRADO', 'EU000000000000042', 'joana@example.org'];
const SECRET_OF_PARTNER = 'a-secret-of-the-partner';
const CHARGE = '019f0000aaaa7bbb8ccc0123456789ab';

/** Books as the previous release wrote them, with a charge paid and a notice owed. */
async function openOldBooks(t: TestContext, webhookUrl = 'http://127.0.0.1:9') {
  const { url, drop } = await createDatabase();
  let running: Awaited<ReturnType<typeof startSimulator>> | undefined;
  const stop = async (): Promise<void> => {
    await running?.close();
    running = undefined;
  };
  t.after(async () => {
    await stop();
    await drop();
  });
  const run = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const [taxNumber, name, euid, pixKey] = PEOPLE;
  await run(`
    create schema sandbox;
    create table sandbox.migrations (name text primary key);
    insert into sandbox.migrations values ('0001_books.sql')`);
  await run(await readFile(FIRST, 'utf8'));
  await run(`
    insert into sandbox.partners (name, webhook_url, webhook_secret)
      values ('p', '${webhookUrl}', '${SECRET_OF_PARTNER}');
    insert into sandbox.blocked_payers values ('p', '${euid}');
    insert into sandbox.charges (id, partner, nonce, amount_in_cents, status, created_at, expires_at,
        informed_tax_number, informed_name, paid_at, paid_in_cents, payer_tax_number, payer_euid,
        payer_name)
      values ('${CHARGE}', 'p', 'n', 5000, 'approved', now(), now(), '${taxNumber}', '${name}',
        now(), 5000, '${taxNumber}', '${euid}', '${name}');
    insert into sandbox.withdrawals (id, partner, nonce, pix_key, tax_number, deposit_address,
        deposit_amount_in_cents, payout_amount_in_cents, status, created_at, expires_at)
      values ('w', 'p', 'n', '${pixKey}', '${taxNumber}', 'a', 200, 100, 'unsent', now(), now());
    insert into sandbox.faults (partner, nonce, fault, remaining)
      values ('p', 'n', '{"kind":"status","status":520,"message":"${name}"}', 1);
    insert into sandbox.notices (partner, kind, body, state, due_at)
      values ('p', 'deposit', '{"payerName":"${name}"}', 'owed', now())`);
  const dump = async (): Promise<string> => {
    const tables = await run(`select tablename from pg_tables where schemaname = 'sandbox'`);
    const rows = await Promise.all(
      tables.map(({ tablename }) =>
        run(`select row.*::text as row from sandbox.${String(tablename)} row`),
      ),
    );
    return JSON.stringify(rows);
  };
  const start = async () => (running = await startSimulator(configOf(url)));
  return { url, run, dump, start, stop };
}

test("an older release's data is encrypted at startup, and still readable", async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const { dump, start } = await openOldBooks(t, receiver.webhooks.url);
  const before = await dump();
  for (const text of [...PEOPLE, SECRET_OF_PARTNER]) assert.ok(before.includes(text), text);

  const simulator = await start();
  const stored = await dump();
  for (const text of [...PEOPLE, SECRET_OF_PARTNER]) assert.ok(!stored.includes(text), text);

  const partner = partnerAt(simulator.url, 'p');
  const seen = await partner.depositStatus(CHARGE);
  assert.deepEqual(
    [seen['payerTaxNumber'], seen['payerName'], seen['payerEUID']],
    PEOPLE.slice(0, 3),
  );
  assert.equal((await partner.withdrawStatus('w'))['pixKey'], PEOPLE[3]);
  await until(() => receiver.notices.length === 1);
  assert.deepEqual(receiver.notices[0]?.body, { payerName: PEOPLE[1] });
  assert.equal(receiver.notices[0]?.authorization, `Basic ${SECRET_OF_PARTNER}`);
  const user = await partner.api('GET', `user-info?euid=${String(PEOPLE[2])}`);
  assert.equal(user.status, 200, 'the payer was not found by the digest');
  assert.match(JSON.stringify(user.response), /"isBlocked":true/);
  assert.match(JSON.stringify(user.response), /"dailyVolumeInCents":5000/);
});

test('a startup with another secret is refused, and changes nothing', async (t) => {
  const { url, dump, start, stop } = await openOldBooks(t);
  await start();
  await stop();
  const stored = await dump();
  await assert.rejects(
    startSimulator(configOf(url, { secret: 'another-secret-for-tests' })),
    /PONTE_SANDBOX_SECRET is not the one/,
  );
  assert.equal(await dump(), stored);
});

test('the tables reject plaintext in encrypted columns', async (t) => {
  const { run, start } = await openOldBooks(t);
  await start();
  await assert.rejects(run(`update sandbox.charges set payer_name = 'JOANA'`), /sealed_check/);
  await assert.rejects(run(`update sandbox.charges set payer_index = 'EU1'`), /digest_check/);
});
