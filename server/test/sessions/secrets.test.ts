import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { openApi } from '../../src/api.ts';
import { readMailbox } from '../../src/mailbox/read-mailbox.ts';
import { openGateway } from '../gateway.ts';
import { linkToken, newEmail, openVisitor, PASSWORD } from '../visitor.ts';

const gateway = await openGateway(undefined, { worker: false });

test('log and database contain no password, token, cookie or TOTP secret, and the log no mail address', async (t) => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = { ...gateway.app, log: pino({ level: 'trace' }, sink) };
  const http = openApi(app);
  t.after(() => http.close());
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(address).port);
  const place = { app: { ...app, config: { ...app.config, port } } };
  const visitor = openVisitor(place);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const signUpCookie = visitor.cookies.get('ponte_sign_up') ?? '';
  const token = await linkToken(place, email, /Confirm/);
  await visitor.call('POST', '/confirm-email', { token });
  const firstCookie = visitor.cookies.get('ponte_session') ?? '';
  await visitor.call('POST', '/sign-in', { email, password: `${PASSWORD} wrong` });
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  const totp = await visitor.call('POST', '/totp');
  await visitor.call('POST', '/password-reset/request', { email });
  const reset = await linkToken(place, email, /nova senha/);
  const secrets = {
    password: PASSWORD,
    token,
    reset,
    signUpCookie,
    firstCookie,
    cookie: visitor.cookies.get('ponte_session') ?? '',
    totp: String(totp.body['secret']),
  };
  assert.ok(lines.length >= 7);
  const log = lines.join('');
  assert.ok(!log.includes(email));
  const dump = await dumpDatabase();
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length >= 20, name);
    assert.ok(!log.includes(secret), `${name} in the log`);
    assert.ok(!dump.includes(secret), `${name} in the database`);
  }
  const subjects = (await readMailbox(app)).map(({ subject }) => subject).join();
  for (const secret of Object.values(secrets)) assert.ok(!subjects.includes(secret));
});

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const { db } = gateway.app;
  const [row] = await db<{ everything: string }>`
    select string_agg(query_to_xml('select * from ' || quote_ident(table_name), true, true, '')::text, '')
      as everything
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = quote_ident(table_name)::regclass)`;
  return String(row?.everything);
}
