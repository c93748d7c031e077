import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { countWaiting } from '../locks.ts';
import { until } from '../receiver.ts';
import { linkToken, newEmail, openVisitor, PASSWORD, signUpWhole, subjectsTo } from '../visitor.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

const CONFIRM = /^Confirme seu e-mail$/;
const EXISTS = /já tem conta/;

const mailsTo = (email: string) => subjectsTo(gateway, email);

async function accountsOf(email: string): Promise<number> {
  return (await app.db`select from accounts where email = ${email}`).length;
}

test('opening the sign-up link in the same browser signs in, with an account and step-up included', async () => {
  const visitor = await signUpWhole(gateway);
  const me = await visitor.call('GET', '/me');
  assert.equal(me.status, 200, me.text);
  const { user, session, memberships } = me.body as {
    user: Record<string, unknown>;
    session: { verifiedUntil: string | null };
    memberships: { accountId: string; role: string }[];
  };
  assert.deepEqual(
    [user['email'], user['hasPassword'], user['hasTotp'], user['passkeys']],
    [visitor.email, true, false, 0],
  );
  assert.ok(session.verifiedUntil);
  assert.deepEqual(
    memberships.map(({ role }) => role),
    ['owner'],
  );
});

test('each new account can be paid in test mode: it has its own wallet and an active payment link', async () => {
  const [one, other] = [await signUpWhole(gateway), await signUpWhole(gateway)];
  const addresses: unknown[] = [];
  for (const visitor of [one, other]) {
    const { body } = await visitor.call('GET', '/me');
    const [{ accountId } = { accountId: '' }] = body['memberships'] as { accountId: string }[];
    const wallets = await visitor.call('GET', `/accounts/${accountId}/test/wallets`);
    const [wallet, ...more] = wallets.body['data'] as Record<string, unknown>[];
    assert.deepEqual([wallet?.['isDefault'], more.length], [true, 0]);
    addresses.push(wallet?.['liquidAddress']);
    const live = await visitor.call('GET', `/accounts/${accountId}/live/wallets`);
    assert.deepEqual(live.body['data'], []);
    const links = await visitor.call('GET', `/accounts/${accountId}/test/payment-links`);
    const [link] = links.body['data'] as { slug: string }[];
    const page = await fetch(`${gateway.url}/pay/${String(link?.slug)}`);
    assert.equal(page.status, 200);
  }
  assert.notEqual(addresses[0], addresses[1]);
});

test('a used, an expired and an invented sign-up link are refused', async () => {
  const visitor = await signUpWhole(gateway);
  const token = await linkToken(gateway, visitor.email, CONFIRM);
  const again = await openVisitor(gateway).call('POST', '/confirm-email', { token });
  assert.deepEqual([again.status, again.body['error']], [410, 'link_expired']);

  const late = openVisitor(gateway);
  const email = newEmail();
  await late.call('POST', '/sign-up', { email, password: PASSWORD });
  await app.db`
    update sign_up_links set created_at = now() - interval '24 hours 1 second'
    where email = ${email}`;
  const expired = await linkToken(gateway, email, CONFIRM);
  for (const wrong of [expired, 'x'.repeat(43), '', ' ', '\u0000']) {
    const { status } = await late.call('POST', '/confirm-email', { token: wrong });
    assert.equal(status, 410, wrong);
  }
  assert.equal(await accountsOf(email), 0);
  await late.call('POST', '/sign-up/resend', { email });
  const fresh = await linkToken(gateway, email, CONFIRM);
  assert.equal((await late.call('POST', '/confirm-email', { token: fresh })).status, 200);
});

test('of twenty concurrent openings of one link in the browser that signed up one succeeds', async () => {
  const visitor = openVisitor(gateway);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const token = await linkToken(gateway, email, CONFIRM);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => visitor.call('POST', '/confirm-email', { token })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 410)]);
  assert.equal(await accountsOf(email), 1);
});

test('two links of one sign-up opened concurrently with another sign-up create at most one account', async () => {
  const visitor = openVisitor(gateway);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const first = await linkToken(gateway, email, CONFIRM);
  await visitor.call('POST', '/sign-up/resend', { email });
  const second = await linkToken(gateway, email, CONFIRM);
  assert.notEqual(first, second);
  const answers = await Promise.all([
    ...[first, second, first, second].map((token) =>
      visitor.call('POST', '/confirm-email', { token }),
    ),
    visitor.call('POST', '/sign-up', { email, password: `${PASSWORD} 2` }),
  ]);
  for (const { status, text } of answers) assert.ok([200, 202, 410].includes(status), text);
  const confirmed = answers.filter(({ status }) => status === 200).length;
  assert.equal(await accountsOf(email), confirmed);
});

test('requesting another mail while the link is opened sends none and causes no error', async () => {
  const visitor = openVisitor(gateway);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const { asked } = await app.db.begin(async (tx) => {
    // What the confirmation does, before it has ended.
    await tx`delete from sign_ups where email = ${email}`;
    const answer = visitor.call('POST', '/sign-up/resend', { email });
    await until(async () => (await countWaiting(app)) > 0);
    return { asked: answer };
  });
  assert.equal((await asked).status, 202);
  assert.equal((await mailsTo(email)).length, 1);
});

test('a later sign-up replaces the password of an unconfirmed one, and invalidates its links', async () => {
  const [thief, owner] = [openVisitor(gateway), openVisitor(gateway)];
  const email = newEmail();
  await thief.call('POST', '/sign-up', { email, password: 'password of the thief' });
  const stale = await linkToken(gateway, email, CONFIRM);
  await app.db`update mails set created_at = created_at - interval '1 minute'
    where recipient = ${email}`;
  await owner.call('POST', '/sign-up', { email, password: PASSWORD });
  assert.equal((await owner.call('POST', '/confirm-email', { token: stale })).status, 410);
  const token = await linkToken(gateway, email, CONFIRM);
  // The thief's browser is not the one that this link was sent for.
  const stolen = await thief.call('POST', '/sign-in', { email, password: 'password of the thief' });
  assert.equal(stolen.status, 401);
  assert.equal((await owner.call('POST', '/confirm-email', { token })).body['signedIn'], true);
  const again = await thief.call('POST', '/sign-in', { email, password: 'password of the thief' });
  assert.equal(again.status, 401);
});

test('sign-in fails before the link is opened, and with the right password sends another link', async () => {
  const visitor = openVisitor(gateway);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const wrong = await visitor.call('POST', '/sign-in', { email, password: 'something else' });
  assert.deepEqual([wrong.status, wrong.body['error']], [401, 'invalid_credentials']);
  const right = await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  assert.deepEqual([right.status, right.body], [200, { next: 'confirm_email' }]);
  assert.ok(!visitor.cookies.has('ponte_session'));
  assert.equal((await visitor.call('GET', '/me')).status, 401);
  assert.equal((await mailsTo(email)).length, 2);
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  await visitor.call('POST', '/sign-up/resend', { email });
  // At most one a minute.
  assert.equal((await mailsTo(email)).length, 2);
});

test('sign-up with a registered address gets the same response, and sends a different mail', async () => {
  const known = await signUpWhole(gateway);
  const visitor = openVisitor(gateway);
  const order = { email: known.email.toUpperCase(), password: 'another password 1' };
  const again = await visitor.call('POST', '/sign-up', order);
  const fresh = await visitor.call('POST', '/sign-up', { ...order, email: newEmail() });
  assert.deepEqual([again.status, again.body], [fresh.status, fresh.body]);
  const [newest] = await mailsTo(known.email);
  assert.match(newest ?? '', EXISTS);
  const tried = await visitor.call('POST', '/sign-in', order);
  assert.equal(tried.status, 401);
});

test('sign-ups send at most six mails an hour to one address', async () => {
  const email = newEmail();
  for (let asked = 0; asked < 9; asked += 1) {
    const visitor = openVisitor(gateway);
    const { status } = await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
    assert.equal(status, 202);
  }
  assert.equal((await mailsTo(email)).length, 6);
});

test('an invalid address and a weak password are refused, each with its own error', async () => {
  const visitor = openVisitor(gateway);
  for (const email of [
    '',
    'ana',
    'ana@',
    '@loja',
    'a b@loja.example',
    'a@b\u0000c',
    'a,b@loja.example',
  ]) {
    const { status, body } = await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
    assert.deepEqual([status, body['error']], [400, 'invalid_email'], email);
  }
  const email = 'mariaeduarda@loja.example';
  for (const password of [
    '',
    'short',
    '12345678901',
    '012345678901',
    'aaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'qwertyuiopas',
    'passwordpassword',
    email,
    'mariaeduarda123',
    'x'.repeat(201),
  ]) {
    const { status, body } = await visitor.call('POST', '/sign-up', { email, password });
    assert.deepEqual([status, body['error']], [400, 'weak_password'], password);
  }
  for (const accountName of ['x'.repeat(81), 'a\u202eb', 'a\nb']) {
    const { status } = await visitor.call('POST', '/sign-up', {
      email,
      password: PASSWORD,
      accountName,
    });
    assert.equal(status, 400, accountName);
  }
});
