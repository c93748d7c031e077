import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { urlOf } from '../../test/database.ts';
import { listen } from '../../test/listen.ts';
import certificates from '../../test/vectors/certificates.json' with { type: 'json' };
import { openDatabase } from './database.ts';
import { isOperatorsServing } from './serving.ts';
import { reachDatabase } from './with-database.ts';

test('the error for a PostgreSQL that refuses names the variable with its address', async () => {
  await assert.rejects(isOperatorsServing(urlOf('nobodys'), 'DATABASE_URL'), {
    message:
      'The PostgreSQL of DATABASE_URL refuses: database "nobodys" does not exist. Correct DATABASE_URL.',
  });
});

test('a PostgreSQL whose connections are all in use is waited for, and quoted after the wait', async (t) => {
  const port = await openRefusing(t, 'sorry, too many clients already', '53300');
  const databaseUrl = `postgres://ponte@127.0.0.1:${String(port)}/ponte`;
  assert.equal(await isOperatorsServing(databaseUrl, 'DATABASE_URL'), false);
  await assert.rejects(
    openDatabase({ dataDir: '', databaseUrl }, '', t.signal, { timeoutMs: 300 }),
    {
      message: `The PostgreSQL of DATABASE_URL is not ready (127.0.0.1:${String(port)}): sorry, too many clients already. Start Ponte again once it is.`,
    },
  );
});

test('a PostgreSQL whose disk is full is waited for, and the error says to make room, not to correct the address', async (t) => {
  for (const [message, code] of [
    ['could not write init file', 'XX000'],
    ['could not extend file "base/5/1259": No space left on device', '53100'],
  ] as const) {
    const port = await openRefusing(t, message, code);
    const databaseUrl = `postgres://ponte@127.0.0.1:${String(port)}/ponte`;
    const notReady = `The PostgreSQL of DATABASE_URL is not ready (127.0.0.1:${String(port)}): ${message} (make room on its disk).`;
    await assert.rejects(
      openDatabase({ dataDir: '', databaseUrl }, '', t.signal, { timeoutMs: 300 }),
      { message: `${notReady} Start Ponte again once it is.` },
    );
    await assert.rejects(
      reachDatabase({ dataDir: '', databaseUrl }, () => Promise.resolve()),
      { message: `${notReady} Run this again once it is.` },
    );
  }
});

test('a pooler without a database behind it is waited for, but not one that refuses us', async (t) => {
  const askThrough = async (message: string): Promise<boolean> => {
    const port = await openRefusing(t, message, '08P01');
    return isOperatorsServing(`postgres://ponte@127.0.0.1:${String(port)}/ponte`, 'DATABASE_URL');
  };
  for (const notYet of [
    'server login has been failing, try again later (server_login_retry)',
    'server login has been failing, cached error: connect failed (server_login_retry)',
    'client_login_timeout (server down)',
    'no more connections allowed (max_client_conn)',
    'query_wait_timeout',
  ]) {
    assert.equal(await askThrough(notYet), false, notYet);
  }
  await assert.rejects(askThrough('no such database: ponte'), /no such database: ponte\. Correct/);
});

test('the error for an untrusted PostgreSQL certificate says how to trust it', async (t) => {
  const port = await openEncrypted(t);
  const url = `postgres://ponte@127.0.0.1:${String(port)}/ponte?sslmode=verify-full`;
  await assert.rejects(isOperatorsServing(url, 'DATABASE_URL'), {
    message:
      "The PostgreSQL of DATABASE_URL refuses: self-signed certificate. Name a file with its authority's certificate: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem at the end of DATABASE_URL.",
  });
});

test('the error for an outdated PostgreSQL certificate does not blame the address', async (t) => {
  const port = await openEncrypted(t, certificates.expired);
  const authority = join(await mkdtemp(join(tmpdir(), 'ponte-serving-')), 'ca.pem');
  t.after(() => rm(dirname(authority), { recursive: true }));
  await writeFile(authority, certificates.expired.cert);
  const url = `postgres://ponte@127.0.0.1:${String(port)}/ponte?sslmode=verify-full&sslrootcert=${authority}`;
  await assert.rejects(isOperatorsServing(url, 'DATABASE_URL'), {
    message:
      'The PostgreSQL of DATABASE_URL refuses: certificate has expired. Renew the certificate of that server, or set the clock of this machine.',
  });
});

test('the error for a PostgreSQL that requires encryption says how to enable it', async (t) => {
  const port = await openRefusing(t, 'no pg_hba.conf entry for host "127.0.0.1", no encryption');
  const url = `postgres://ponte@127.0.0.1:${String(port)}/ponte`;
  await assert.rejects(isOperatorsServing(url, 'PONTE_DATABASE_DIRECT_URL'), {
    message:
      /no encryption\. If .+: \?sslmode=verify-full at the end of PONTE_DATABASE_DIRECT_URL\./,
  });
});

/** A server that offers TLS, with a certificate of its own. */
async function openEncrypted(
  t: TestContext,
  { key, cert } = certificates.stranger,
): Promise<number> {
  return listenFor(t, (socket) => {
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => socket.destroy());
    });
  });
}

/** A server that refuses every connection as PostgreSQL does. */
async function openRefusing(t: TestContext, message: string, code = '28000'): Promise<number> {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return listenFor(
    t,
    (socket) => void socket.once('data', () => socket.end(Buffer.concat([head, fields]))),
  );
}

async function listenFor(t: TestContext, serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => serve(socket.on('error', () => socket.destroy())));
  t.after(() => server.close());
  return listen(server);
}
