import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMailbox } from '../../src/mailbox/read-mailbox.ts';
import { openAccount } from '../../src/users/open-account.ts';
import { openGateway } from '../gateway.ts';
import { countWaiting } from '../locks.ts';
import { until } from '../receiver.ts';
import { linkToken, newEmail, openVisitor, PASSWORD, signUpWhole } from '../visitor.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

const COOKIE = 'ponte_session';
const WRONG = 'not the password at all';

test('changing the password requires step-up and ends all other sessions', async () => {
  const visitor = await signUpWhole(gateway);
  const other = openVisitor(gateway);
  await other.call('POST', '/sign-in', { email: visitor.email, password: PASSWORD });
  await app.db`update sessions set verified_at = now() - interval '16 minutes'`;
  const change = { current: PASSWORD, password: 'a new password of mine' };
  const stale = await visitor.call('POST', '/password', change);
  assert.deepEqual([stale.status, stale.body['error']], [403, 'step_up_required']);
  const wrong = await visitor.call('POST', '/step-up', { password: WRONG });
  assert.deepEqual([wrong.status, wrong.body['error']], [401, 'invalid_credentials']);
  const shown = await visitor.call('POST', '/step-up', { password: PASSWORD });
  assert.equal(shown.status, 200, shown.text);
  const mistaken = await visitor.call('POST', '/password', { ...change, current: WRONG });
  assert.equal(mistaken.status, 401);
  const weak = await visitor.call('POST', '/password', { ...change, password: 'short' });
  assert.equal(weak.body['error'], 'weak_password');
  assert.equal((await visitor.call('POST', '/password', change)).status, 200);
  assert.equal((await other.call('GET', '/me')).status, 401);
  assert.equal((await visitor.call('GET', '/me')).status, 200);
  const old = await other.call('POST', '/sign-in', { email: visitor.email, password: PASSWORD });
  assert.equal(old.status, 401);
  const [mail] = (await readMailbox(app)).filter(({ to }) => to === visitor.email);
  assert.match(mail?.subject ?? '', /senha foi trocada/);
});

test('concurrent password guesses at step-up are limited too', async () => {
  const visitor = await signUpWhole(gateway);
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => visitor.call('POST', '/step-up', { password: WRONG })),
  );
  const checked = answers.filter(({ status }) => status === 401).length;
  assert.deepEqual([checked, answers.length - checked], [10, 5]);
});

test('a reset link names its owner and sets a new password once, within an hour, and ends every session', async () => {
  const visitor = await signUpWhole(gateway);
  const { email } = visitor;
  const nobody = newEmail();
  const stranger = openVisitor(gateway);
  const known = await stranger.call('POST', '/password-reset/request', { email });
  const unknown = await stranger.call('POST', '/password-reset/request', { email: nobody });
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  assert.equal((await readMailbox(app)).filter(({ to }) => to === nobody).length, 0);
  const token = await linkToken(gateway, email, /nova senha/);
  const read = (token: string) => stranger.call('POST', '/password-reset/read', { token });
  const shown = await read(token);
  assert.deepEqual([shown.status, shown.body], [200, { email }]);
  assert.equal(
    (await read(token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')))).status,
    410,
  );
  const weak = await stranger.call('POST', '/password-reset', { token, password: 'short' });
  assert.equal(weak.body['error'], 'weak_password');
  const password = 'another password of mine';
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => stranger.call('POST', '/password-reset', { token, password })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410, 410]);
  assert.equal((await read(token)).status, 410);
  assert.equal((await visitor.call('GET', '/me')).status, 401);
  assert.ok(!stranger.cookies.has(COOKIE));
  assert.deepEqual((await stranger.call('POST', '/sign-in', { email, password })).body, {
    next: 'done',
  });

  await app.db`delete from attempts`;
  await stranger.call('POST', '/password-reset/request', { email });
  await stranger.call('POST', '/password-reset/request', { email });
  const links = await app.db`
    select from reset_links r join users u on u.id = r.user_id where u.email = ${email}`;
  // At most one a minute.
  assert.equal(links.length, 1);
  await app.db`update reset_links set created_at = now() - interval '1 hour 1 second'`;
  const late = await linkToken(gateway, email, /nova senha/);
  assert.equal((await read(late)).status, 410);
  assert.equal(
    (await stranger.call('POST', '/password-reset', { token: late, password })).status,
    410,
  );
});

test('a sign-in with the old password that is in flight during its change opens no session', async () => {
  const visitor = await signUpWhole(gateway);
  const { email } = visitor;
  const [signIns, change] = await Promise.all([
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const one = openVisitor(gateway);
        await one.call('POST', '/sign-in', { email, password: PASSWORD });
        return one;
      }),
    ),
    visitor.call('POST', '/password', { password: 'a new password of mine' }),
  ]);
  assert.equal(change.status, 200);
  for (const one of signIns) assert.equal((await one.call('GET', '/me')).status, 401);
});

test('people can change their own name and language', async () => {
  const visitor = await signUpWhole(gateway);
  assert.equal((await visitor.call('PATCH', '/me', { name: ' Ana ', language: 'en' })).status, 200);
  const user = async () =>
    (await visitor.call('GET', '/me')).body['user'] as Record<string, unknown>;
  assert.deepEqual([(await user())['name'], (await user())['language']], ['Ana', 'en']);
  assert.equal((await visitor.call('PATCH', '/me', { name: null })).status, 200);
  assert.deepEqual([(await user())['name'], (await user())['language']], [null, 'en']);
  for (const wrong of [{ language: 'fr' }, { name: 'x'.repeat(81) }, { name: 'a\u0000b' }]) {
    assert.equal((await visitor.call('PATCH', '/me', wrong)).status, 400);
  }
});

test('the owner of an account created by an operator gets in by a password reset', async () => {
  const email = newEmail();
  const { accountId } = await app.db.begin((tx) => openAccount(tx, { email, name: 'Loja' }));
  const visitor = openVisitor(gateway);
  assert.equal((await visitor.call('POST', '/sign-in', { email, password: PASSWORD })).status, 401);
  await visitor.call('POST', '/password-reset/request', { email });
  const token = await linkToken(gateway, email, /nova senha/);
  assert.equal(
    (await visitor.call('POST', '/password-reset', { token, password: PASSWORD })).status,
    200,
  );
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  const { body } = await visitor.call('GET', '/me');
  const [membership] = body['memberships'] as Record<string, unknown>[];
  assert.deepEqual([membership?.['accountId'], membership?.['role']], [accountId, 'owner']);
});

test('an account and its owner are created together or not at all', async () => {
  const email = newEmail();
  const order = { email, name: 'a\nb' };
  await assert.rejects(
    app.db.begin((tx) => openAccount(tx, order)),
    /one line/,
  );
  const made = await Promise.allSettled(
    Array.from({ length: 8 }, () => app.db.begin((tx) => openAccount(tx, { email }))),
  );
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
  const [counts] = await app.db<{ accounts: number; users: number; owners: number }>`
    select (select count(*) from accounts where email = ${email}) as accounts,
      (select count(*) from users where email = ${email}) as users,
      (select count(*) from memberships m join users u on u.id = m.user_id
        where u.email = ${email} and m.role = 'owner') as owners`;
  assert.deepEqual(counts, { accounts: 1, users: 1, owners: 1 });
});

test('repeated sign-ups with an address do not block its owner’s password reset', async () => {
  const { email } = await signUpWhole(gateway);
  for (let times = 0; times < 14; times += 1) {
    await openVisitor(gateway).call('POST', '/sign-up', { email, password: PASSWORD });
  }
  await openVisitor(gateway).call('POST', '/password-reset/request', { email });
  assert.ok(await linkToken(gateway, email, /nova senha/));
});

test('requests for mails that are not sent do not use up the limit of those that are', async () => {
  const { email } = await signUpWhole(gateway);
  const stranger = openVisitor(gateway);
  assert.equal((await stranger.call('POST', '/sign-up/resend', { email })).status, 202);
  await stranger.call('POST', '/password-reset/request', { email });
  assert.ok(await linkToken(gateway, email, /nova senha/));

  const fresh = newEmail();
  await stranger.call('POST', '/sign-up', { email: fresh, password: PASSWORD });
  await stranger.call('POST', '/password-reset/request', { email: fresh });
  await stranger.call('POST', '/sign-up/resend', { email: fresh });
  const mails = await app.db`
    select from mails where recipient = ${fresh} and kind = 'confirm_email'`;
  assert.equal(mails.length, 2);
});

test('a change of the password invalidates its reset links', async () => {
  const visitor = await signUpWhole(gateway);
  const { email } = visitor;
  await openVisitor(gateway).call('POST', '/password-reset/request', { email });
  const token = await linkToken(gateway, email, /nova senha/);
  const changed = await visitor.call('POST', '/password', { password: 'a new password of mine' });
  assert.equal(changed.status, 200);
  const late = await openVisitor(gateway).call('POST', '/password-reset', {
    ...{ token, password: 'a password of the thief' },
  });
  assert.equal(late.status, 410);
});

test('a password change requested before a reset is refused after it', async () => {
  const visitor = await signUpWhole(gateway);
  const { email } = visitor;
  const { asked } = await app.db.begin(async (tx) => {
    await tx`select from users where email = ${email} for update`;
    const change = { password: 'a password of the thief' };
    const asked = visitor.call('POST', '/password', change);
    await until(async () => (await countWaiting(app)) > 0);
    await tx`
      update sessions set ended_at = now() from users u
      where u.id = user_id and u.email = ${email}`;
    return { asked };
  });
  const { status, body } = await asked;
  assert.deepEqual([status, body['error']], [401, 'signed_out']);
  const again = await openVisitor(gateway).call('POST', '/sign-in', { email, password: PASSWORD });
  assert.equal(again.status, 200);
});

test('ending other sessions during a password change causes no deadlock, and is refused', async () => {
  const signedUp = await signUpWhole(gateway);
  const { email } = signedUp;
  const [ending, changing] = [openVisitor(gateway), openVisitor(gateway)];
  for (const visitor of [ending, changing]) {
    await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  }
  await openVisitor(gateway).call('POST', '/password-reset/request', { email });
  const { answers } = await app.db.begin(async (tx) => {
    // The change waits here, having read its own session.
    await tx`
      select from reset_links l join users u on u.id = l.user_id
      where u.email = ${email} for update of l`;
    const changed = changing.call('POST', '/password', { password: 'a new password of mine' });
    await until(async () => (await countWaiting(app)) === 1);
    const ended = ending.call('POST', '/sessions/end-others');
    await until(async () => (await countWaiting(app)) === 2);
    return { answers: [changed, ended] };
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses, [200, 401]);
  assert.equal((await changing.call('GET', '/me')).status, 200);
  assert.equal((await signedUp.call('GET', '/me')).status, 401);
});
