import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { openGateway } from '../gateway.ts';
import { countWaiting } from '../locks.ts';
import { until } from '../receiver.ts';
import { linkToken, openVisitor, PASSWORD, type Visitor } from '../visitor.ts';
import { insertUserWithPassword } from './person-with-password.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

const COOKIE = 'ponte_session';

/** @param steps from the present interval */
function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function begin() {
  const email = await insertUserWithPassword(app);
  const visitor = openVisitor(gateway);
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  const begun = await visitor.call('POST', '/totp');
  assert.equal(begun.status, 200, begun.text);
  return { visitor, email, secret: String(begun.body['secret']), begun: begun.body };
}

/** Somebody who has codes set up; the step of the last one accepted is long ago. */
async function setUp() {
  const { visitor, email, secret } = await begin();
  const confirmed = await visitor.call('POST', '/totp/confirm', { code: codeOf(secret) });
  assert.equal(confirmed.status, 200, confirmed.text);
  await forgetLastStep(email);
  return { visitor, email, secret, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
}

async function forgetLastStep(email: string): Promise<void> {
  await app.db`
    update totp_secrets t set last_step = 0 from users u where u.id = t.user_id and u.email = ${email}`;
}

async function openHalf(email: string): Promise<Visitor> {
  const visitor = openVisitor(gateway);
  const { status, body } = await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  assert.deepEqual([status, body], [200, { next: 'second_factor' }]);
  return visitor;
}

test('the enrolment URI matches its secret, and sign-in needs no code before the first one is confirmed', async () => {
  const { visitor, email, secret, begun } = await begin();
  const uri = new URL(String(begun['uri']));
  assert.equal(uri.searchParams.get('secret'), secret);
  assert.equal(uri.searchParams.get('issuer'), 'Ponte');
  assert.match(String(begun['qrSvgPath']), /^M\d/);
  const signedIn = await openVisitor(gateway).call('POST', '/sign-in', {
    email,
    password: PASSWORD,
  });
  assert.deepEqual(signedIn.body, { next: 'done' });
  const wrong = await visitor.call('POST', '/totp/confirm', { code: '000000' });
  assert.deepEqual([wrong.status, wrong.body['error']], [401, 'invalid_code']);
  const [row] = await app.db<{ secret: string }>`
    select t.secret from totp_secrets t join users u on u.id = t.user_id where u.email = ${email}`;
  assert.ok(row?.secret.startsWith('v1:') && !row.secret.includes(secret));
});

test('a half-open session allows nothing but the code, which yields a new session token', async () => {
  const { email, secret } = await setUp();
  const visitor = await openHalf(email);
  const half = visitor.cookies.get(COOKIE);
  for (const path of ['/me', '/sessions', '/passkeys']) {
    const { status, body } = await visitor.call('GET', path);
    assert.deepEqual([status, body['error']], [401, 'second_factor_required']);
  }
  assert.equal((await visitor.call('POST', '/step-up', { password: PASSWORD })).status, 401);
  const done = await visitor.call('POST', '/sign-in/code', { code: codeOf(secret) });
  assert.deepEqual([done.status, done.body], [200, { next: 'done' }]);
  const whole = visitor.cookies.get(COOKIE);
  assert.ok(whole && half && whole !== half);
  assert.equal((await visitor.call('GET', '/me')).status, 200);
  visitor.cookies.set(COOKIE, half);
  assert.equal((await visitor.call('GET', '/me')).status, 401);
  const without = openVisitor(gateway);
  const nobody = await without.call('POST', '/sign-in/code', { code: codeOf(secret) });
  assert.deepEqual([nobody.status, nobody.body['error']], [401, 'signed_out']);
});

test('each code is accepted once, even concurrently on several sessions, and no earlier code after it', async () => {
  const { email, secret } = await setUp();
  const halves = [await openHalf(email), await openHalf(email), await openHalf(email)];
  const code = codeOf(secret);
  const answers = await Promise.all(
    halves.map((visitor) => visitor.call('POST', '/sign-in/code', { code })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
  const late = await openHalf(email);
  const before = await late.call('POST', '/sign-in/code', { code: codeOf(secret, -1) });
  assert.equal(before.status, 401);
  assert.match(String(before.body['message']), /ou já foi usado/);
  const far = await late.call('POST', '/sign-in/code', { code: codeOf(secret, 5) });
  assert.equal(far.status, 401);
  const next = await late.call('POST', '/sign-in/code', { code: codeOf(secret, 1) });
  assert.equal(next.status, 200);
});

test('a recovery code signs in once, in any notation, and new codes invalidate the old', async () => {
  const { visitor, email, recoveryCodes } = await setUp();
  const [first = '', second = ''] = recoveryCodes;
  assert.equal(new Set(recoveryCodes).size, 10);
  const half = await openHalf(email);
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
  assert.equal((await half.call('POST', '/sign-in/code', { code: typed })).status, 200);
  const again = await openHalf(email);
  assert.equal((await again.call('POST', '/sign-in/code', { code: first })).status, 401);
  assert.match((await visitor.call('GET', '/me')).text, /"recoveryCodes":9,/);
  const renewed = await visitor.call('POST', '/totp/recovery-codes');
  const [fresh = ''] = renewed.body['recoveryCodes'] as string[];
  assert.equal((await again.call('POST', '/sign-in/code', { code: second })).status, 401);
  assert.equal((await again.call('POST', '/sign-in/code', { code: fresh })).status, 200);
});

test('after ten wrong codes every attempt gets 429, and a half-open session expires after ten minutes', async () => {
  const { email, secret } = await setUp();
  const visitor = await openHalf(email);
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      visitor.call('POST', '/sign-in/code', { code: String(index).padStart(6, '0') }),
    ),
  );
  const checked = answers.filter(({ status }) => status === 401).length;
  assert.deepEqual([checked, answers.length - checked], [10, 4]);
  // A new sign-in does not restart the count.
  const other = await openHalf(email);
  assert.equal((await other.call('POST', '/sign-in/code', { code: codeOf(secret) })).status, 429);
  await app.db`delete from attempts`;
  await app.db`update sessions set created_at = now() - interval '10 minutes 1 second' where is_half_open`;
  const late = await other.call('POST', '/sign-in/code', { code: codeOf(secret) });
  assert.deepEqual([late.status, late.body['error']], [401, 'signed_out']);
});

test('a password reset does not reset the limit on code attempts', async () => {
  const { visitor, email } = await setUp();
  for (let times = 0; times < 11; times += 1) {
    await visitor.call('POST', '/step-up', { code: '000000' });
  }
  await openVisitor(gateway).call('POST', '/password-reset/request', { email });
  const token = await linkToken(gateway, email, /nova senha/);
  const password = 'chosen by whoever reads the mailbox';
  const reset = await openVisitor(gateway).call('POST', '/password-reset', { token, password });
  assert.equal(reset.status, 200, reset.text);
  const half = openVisitor(gateway);
  const signedIn = await half.call('POST', '/sign-in', { email, password });
  assert.deepEqual(signedIn.body, { next: 'second_factor' });
  const guess = await half.call('POST', '/sign-in/code', { code: '000000' });
  assert.equal(guess.status, 429);
});

test('step-up requires the code once it is set up; the password or a recovery code is not enough', async () => {
  const { visitor, email, secret, recoveryCodes } = await setUp();
  await app.db`update sessions set verified_at = now() - interval '16 minutes'`;
  for (const shown of [{ password: PASSWORD }, { code: recoveryCodes[0] }, {}]) {
    const { status, body } = await visitor.call('POST', '/step-up', shown);
    assert.deepEqual([status, body['error']], [401, 'invalid_code']);
  }
  assert.equal((await visitor.call('DELETE', '/totp')).status, 403);
  const shown = await visitor.call('POST', '/step-up', { code: codeOf(secret) });
  assert.equal(shown.status, 200, shown.text);
  assert.equal((await visitor.call('DELETE', '/totp')).status, 204);
  const { body } = await openVisitor(gateway).call('POST', '/sign-in', {
    email,
    password: PASSWORD,
  });
  assert.deepEqual(body, { next: 'done' });
});

test('starting another enrolment does not replace a secret in use', async () => {
  const { visitor, email, secret } = await setUp();
  const { status, body } = await visitor.call('POST', '/totp');
  assert.deepEqual([status, body['error']], [409, 'invalid_state']);
  const half = await openHalf(email);
  assert.equal((await half.call('POST', '/sign-in/code', { code: codeOf(secret) })).status, 200);
});

test('a code submitted before a password reset opens no session after it', async () => {
  const { email, secret } = await setUp();
  const half = await openHalf(email);
  const { asked } = await app.db.begin(async (tx) => {
    await tx`select from users where email = ${email} for update`;
    const asked = half.call('POST', '/sign-in/code', { code: codeOf(secret) });
    await until(async () => (await countWaiting(app)) > 0);
    await tx`
      update sessions set ended_at = now() from users u
      where u.id = user_id and u.email = ${email}`;
    return { asked };
  });
  assert.equal((await asked).status, 401);
  assert.equal((await half.call('GET', '/me')).status, 401);
});

test('using a recovery code while codes are removed causes no deadlock', async () => {
  const { visitor, email, recoveryCodes } = await setUp();
  const half = await openHalf(email);
  const { answers } = await app.db.begin(async (tx) => {
    // The first to reach the row waits here, and the other behind it.
    await tx`
      select from totp_secrets t join users u on u.id = t.user_id
      where u.email = ${email} for update of t`;
    const given = half.call('POST', '/sign-in/code', { code: recoveryCodes[0] ?? '' });
    await until(async () => (await countWaiting(app)) === 1);
    const removed = visitor.call('DELETE', '/totp');
    await until(async () => (await countWaiting(app)) === 2);
    return { answers: [given, removed] };
  });
  const [given, removed] = await Promise.all(answers);
  assert.deepEqual([given?.status, removed?.status], [200, 204]);
});

test('codes confirmed during their removal are removed with a mail and an audit entry', async () => {
  const { visitor, email } = await begin();
  const { removed } = await app.db.begin(async (tx) => {
    // What setting up a first code does, after the removal has found that there was none.
    await tx`
      update totp_secrets t set confirmed_at = now() from users u
      where u.id = t.user_id and u.email = ${email}`;
    const answer = visitor.call('DELETE', '/totp');
    await until(async () => (await countWaiting(app)) === 1);
    return { removed: answer };
  });
  assert.equal((await removed).status, 204);
  const mails = await app.db`
    select from mails where recipient = ${email} and kind = 'sign_in_changed'`;
  const acts = await app.db`
    select from audit_entries where actor_label = ${email} and action = 'removeTotp'`;
  assert.deepEqual([mails.length, acts.length], [1, 1]);
});

test('step-up by password while a first code is confirmed causes no deadlock', async () => {
  const { visitor, email, secret } = await begin();
  let isShown = false;
  const { answers } = await app.db.begin(async (tx) => {
    await tx`
      select from totp_secrets t join users u on u.id = t.user_id
      where u.email = ${email} for update of t`;
    const confirmed = visitor.call('POST', '/totp/confirm', { code: codeOf(secret) });
    await until(async () => (await countWaiting(app)) === 1);
    const shown = visitor.call('POST', '/step-up', { password: PASSWORD });
    void shown.then(() => (isShown = true));
    await until(async () => isShown || (await countWaiting(app)) === 2);
    return { answers: [confirmed, shown] };
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200]);
});

test('step-up by code while a code is confirmed again causes no deadlock', async () => {
  const { visitor, email, secret } = await setUp();
  const code = codeOf(secret);
  const { answers } = await app.db.begin(async (tx) => {
    await tx`
      select from sessions s join users u on u.id = s.user_id where u.email = ${email}
      for update of s`;
    const confirmed = visitor.call('POST', '/totp/confirm', { code });
    await until(async () => (await countWaiting(app)) === 1);
    const shown = visitor.call('POST', '/step-up', { code });
    await until(async () => (await countWaiting(app)) === 2);
    return { answers: [confirmed, shown] };
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses, [409, 200]);
});
