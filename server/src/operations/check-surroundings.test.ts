import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createServer } from 'node:tls';
import certificates from '../../test/vectors/certificates.json' with { type: 'json' };
import { readConfig } from '../config.ts';
import { lookAtMail, lookAtServer, lookAtVariables } from './check-surroundings.ts';

test('an untrusted mail server certificate is reported with how to trust it', async (t) => {
  const { key, cert } = certificates.stranger;
  const server = createServer({ key, cert }).on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address !== 'string');
  const host = `127.0.0.1:${String(address.port)}`;
  const config = readConfig({ PONTE_SMTP_URL: `smtps://${host}`, PONTE_MAIL_FROM: 'a@b.example' });
  const { verdict, found, todo } = await lookAtMail(config);
  assert.deepEqual([verdict, found], ['fail', `${host}: self-signed certificate`]);
  assert.match(todo ?? '', /NODE_EXTRA_CA_CERTS/);
});

test('a mistyped variable is named, and those of settings and integrators are not', () => {
  const known = {
    PATH: '/bin',
    PONTE_KEY: 'pt_test',
    PONTE_CONFIRM_ON: 'depix_sent',
    PONTE_EULEN_TOKEN_FILE: '/run/secrets/token',
    PONTE_SPLIT_ADRESS: '',
  };
  assert.equal(lookAtVariables({ env: known }).verdict, 'ok');
  const { verdict, found } = lookAtVariables({ env: { ...known, PONTE_CONFIRMON: 'depix_sent' } });
  assert.equal(verdict, 'warn');
  assert.match(found, /: PONTE_CONFIRMON$/);
});

test('an API that does not answer is named, with what to do', async () => {
  const running = { pid: 42, url: 'http://127.0.0.1:9', sandboxUrl: undefined };
  const { verdict, found, todo } = await lookAtServer(running);
  assert.deepEqual([verdict, found], ['fail', `process 42 at ${running.url} does not answer`]);
  assert.match(todo ?? '', /Read what it prints/);
});
