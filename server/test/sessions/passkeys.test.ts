import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { openAuthenticator } from '../authenticator.ts';
import { openGateway } from '../gateway.ts';
import { openVisitor, PASSWORD, type Visitor } from '../visitor.ts';
import { insertUserWithPassword } from './person-with-password.ts';

const ORIGIN = 'https://pay.example';
const gateway = await openGateway(undefined, { worker: false, env: { PONTE_BASE_URL: ORIGIN } });
const { app } = gateway;

type Options = Readonly<Record<string, unknown>>;

async function optionsOf(visitor: Visitor, path: string): Promise<Options> {
  const { status, body, text } = await visitor.call('POST', path);
  assert.equal(status, 200, text);
  return body['options'] as Options;
}

async function openSignedIn(): Promise<Visitor & { readonly email: string }> {
  const email = await insertUserWithPassword(app);
  const visitor = openVisitor(gateway);
  const { body } = await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  assert.deepEqual(body, { next: 'done' });
  return { ...visitor, email };
}

async function openOwner() {
  const visitor = await openSignedIn();
  const authenticator = openAuthenticator(ORIGIN);
  const response = authenticator.create(await optionsOf(visitor, '/passkeys/options'));
  const added = await visitor.call('POST', '/passkeys', { name: 'Celular', response });
  assert.equal(added.status, 201, added.text);
  return { visitor, authenticator, id: String(added.body['id']) };
}

test('a registered passkey signs in on its own, with step-up included', async () => {
  const { visitor, authenticator } = await openOwner();
  const other = openVisitor(gateway);
  const response = authenticator.get(await optionsOf(other, '/sign-in/passkey/options'));
  const signedIn = await other.call('POST', '/sign-in/passkey', { response });
  assert.deepEqual([signedIn.status, signedIn.body], [200, { next: 'done' }], signedIn.text);
  const { body } = await other.call('GET', '/me');
  const user = body['user'] as Record<string, unknown>;
  assert.deepEqual([user['email'], user['passkeys']], [visitor.email, 1]);
  assert.ok((body['session'] as Record<string, unknown>)['verifiedUntil']);
  const { body: list } = await visitor.call('GET', '/passkeys');
  const [passkey] = list['data'] as Record<string, unknown>[];
  assert.equal(passkey?.['name'], 'Celular');
  assert.ok(passkey['lastUsedAt']);
});

test('an assertion is valid once, for its own challenge and purpose, within five minutes', async () => {
  const { authenticator } = await openOwner();
  const visitor = openVisitor(gateway);
  const refuse = async (response: object): Promise<void> => {
    const { status, body } = await visitor.call('POST', '/sign-in/passkey', { response });
    assert.deepEqual([status, body['error']], [401, 'invalid_passkey']);
  };
  const response = authenticator.get(await optionsOf(visitor, '/sign-in/passkey/options'));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => visitor.call('POST', '/sign-in/passkey', { response })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
  await refuse(response);
  const late = await optionsOf(visitor, '/sign-in/passkey/options');
  await app.db`update passkey_challenges set created_at = now() - interval '5 minutes 1 second'`;
  await refuse(authenticator.get(late));
  const { visitor: owner } = await openOwner();
  await refuse(authenticator.get(await optionsOf(owner, '/step-up/passkey/options')));
  await refuse(authenticator.get({ challenge: 'bmV2ZXIgZ2l2ZW4gb3V0' }));
});

test('a wrong origin, relying party, user verification, signature or counter is refused', async () => {
  const { authenticator } = await openOwner();
  const visitor = openVisitor(gateway);
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (const change of [
    { origin: 'https://evil.example' },
    { origin: 'http://pay.example' },
    { rpId: 'evil.example' },
    { userVerified: false },
    { key },
    { counter: 1 },
  ]) {
    const options = await optionsOf(visitor, '/sign-in/passkey/options');
    const response = authenticator.get(options, change);
    const { status, body } = await visitor.call('POST', '/sign-in/passkey', { response });
    assert.deepEqual([status, body['error']], [401, 'invalid_passkey'], JSON.stringify(change));
  }
  const options = await optionsOf(visitor, '/sign-in/passkey/options');
  const response = authenticator.get(options);
  assert.equal((await visitor.call('POST', '/sign-in/passkey', { response })).status, 200);
});

test('a malformed assertion is refused', async () => {
  const { authenticator } = await openOwner();
  const visitor = openVisitor(gateway);
  for (const response of [
    {},
    { id: 7 },
    { id: authenticator.credentialId },
    { id: authenticator.credentialId, response: { clientDataJSON: 'x' } },
    { ...authenticator.get({ challenge: 'x' }), response: null },
    { id: `${authenticator.credentialId}\u0000` },
  ]) {
    const { status } = await visitor.call('POST', '/sign-in/passkey', { response });
    assert.equal(status, 401, JSON.stringify(response));
  }
});

test('step-up accepts only a passkey of the same person, for a challenge of the same session', async () => {
  const { visitor, authenticator } = await openOwner();
  const stranger = await openOwner();
  await app.db`update sessions set verified_at = now() - interval '16 minutes'`;
  assert.equal((await visitor.call('POST', '/passkeys/options')).status, 403);
  const asked = await optionsOf(visitor, '/step-up/passkey/options');
  const foreign = await visitor.call('POST', '/step-up/passkey', {
    response: stranger.authenticator.get(asked),
  });
  assert.equal(foreign.status, 401);
  const theirs = await optionsOf(stranger.visitor, '/step-up/passkey/options');
  const swapped = await visitor.call('POST', '/step-up/passkey', {
    response: authenticator.get(theirs),
  });
  assert.equal(swapped.status, 401);
  const own = await optionsOf(visitor, '/step-up/passkey/options');
  const shown = await visitor.call('POST', '/step-up/passkey', {
    response: authenticator.get(own),
  });
  assert.equal(shown.status, 200, shown.text);
  assert.equal((await visitor.call('POST', '/passkeys/options')).status, 200);
});

test('a removed passkey cannot sign in, and another person’s cannot be removed or registered again', async () => {
  const { visitor, authenticator, id } = await openOwner();
  const stranger = await openOwner();
  assert.equal((await stranger.visitor.call('DELETE', `/passkeys/${id}`)).status, 404);
  const asked = await optionsOf(stranger.visitor, '/passkeys/options');
  const again = await stranger.visitor.call('POST', '/passkeys', {
    name: 'x',
    response: authenticator.create(asked),
  });
  assert.deepEqual([again.status, again.body['error']], [401, 'invalid_passkey']);
  const options = await optionsOf(stranger.visitor, '/sign-in/passkey/options');
  assert.equal((await visitor.call('DELETE', `/passkeys/${id}`)).status, 204);
  const response = authenticator.get(options);
  assert.equal(
    (await openVisitor(gateway).call('POST', '/sign-in/passkey', { response })).status,
    401,
  );
});

test('a person has at most twenty passkeys, however many were begun before', async () => {
  const { visitor, id } = await openOwner();
  await app.db`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    select 'psk_' || lpad(n::text, 26, '0'), user_id, ${id} || n, public_key, 0, '', 'Celular'
    from passkeys, generate_series(1, 18) n where id = ${id}`;
  const begun = await Promise.all([1, 2].map(() => optionsOf(visitor, '/passkeys/options')));
  const added = await Promise.all(
    begun.map((options) => {
      const response = openAuthenticator(ORIGIN).create(options);
      return visitor.call('POST', '/passkeys', { name: 'Celular', response });
    }),
  );
  assert.deepEqual(added.map(({ status }) => status).sort(), [201, 409]);
  const refused = await visitor.call('POST', '/passkeys/options');
  assert.deepEqual([refused.status, refused.body['error']], [409, 'invalid_state']);
  assert.match(String(refused.body['message']), /Remova uma/);
});

test('over https cookies have the __Host- prefix, HttpOnly, Secure and SameSite=Lax', async () => {
  const visitor = await openSignedIn();
  await visitor.call('POST', '/sign-up', { email: 'new@loja.example', password: PASSWORD });
  assert.equal(visitor.setCookies.length, 2);
  for (const line of visitor.setCookies) {
    assert.match(line, /^__Host-ponte_(session|sign_up)=[\w-]{43};/);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=']) {
      assert.ok(line.includes(flag), `${flag}: ${line}`);
    }
    assert.ok(!/domain=/i.test(line));
  }
  const { body } = await openVisitor(gateway).call('GET', '/entry');
  assert.deepEqual(body, { mailbox: false, passkeys: true });
  for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
    const answer = await fetch(`http://127.0.0.1:${String(app.config.port)}${path}`);
    assert.equal(answer.status, 404);
    await answer.text();
  }
});
