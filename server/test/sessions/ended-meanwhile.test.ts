import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { openAuthenticator } from '../authenticator.ts';
import { openGateway } from '../gateway.ts';
import { countWaiting } from '../locks.ts';
import { until } from '../receiver.ts';
import { openVisitor, PASSWORD } from '../visitor.ts';
import { insertUserWithPassword } from './person-with-password.ts';

const ORIGIN = 'https://pay.example';
const gateway = await openGateway(undefined, { worker: false, env: { PONTE_BASE_URL: ORIGIN } });
const { app } = gateway;

/** Somebody signed in who has a passkey and codes. */
async function openOwner() {
  const email = await insertUserWithPassword(app);
  const visitor = openVisitor(gateway);
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  const { body: begun } = await visitor.call('POST', '/passkeys/options');
  const response = openAuthenticator(ORIGIN).create(begun['options'] as Record<string, unknown>);
  const added = await visitor.call('POST', '/passkeys', { name: 'Celular', response });
  assert.equal(added.status, 201, added.text);
  const { body: totp } = await visitor.call('POST', '/totp');
  const secret = Secret.fromBase32(String(totp['secret']));
  const code = new TOTP({ secret }).generate();
  assert.equal((await visitor.call('POST', '/totp/confirm', { code })).status, 200);
  return { visitor, email, passkeyId: String(added.body['id']) };
}

/** Everything that lets the person in besides the password. */
function waysIn(email: string): Promise<object[]> {
  return app.db`
    select encode(r.code_hash, 'hex') as code, p.id as passkey, t.confirmed_at
    from users u join totp_secrets t on t.user_id = u.id join passkeys p on p.user_id = u.id
      join recovery_codes r on r.user_id = u.id
    where u.email = ${email} order by 1`;
}

test('a session ended meanwhile by a reset cannot change passkeys, codes or recovery codes', async () => {
  const { visitor, email, passkeyId } = await openOwner();
  const before = await waysIn(email);
  assert.equal(before.length, 10);
  const { answers } = await app.db.begin(async (tx) => {
    await tx`
      select from users u join totp_secrets t on t.user_id = u.id
        join passkeys p on p.user_id = u.id
      where u.email = ${email} for update of t, p`;
    const answers = [
      visitor.call('DELETE', '/totp'),
      visitor.call('POST', '/totp/recovery-codes'),
      visitor.call('DELETE', `/passkeys/${passkeyId}`),
    ];
    await until(async () => (await countWaiting(app)) === answers.length);
    await tx`
      update sessions set ended_at = now() from users u
      where u.id = user_id and u.email = ${email}`;
    return { answers };
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses, [401, 401, 401]);
  assert.deepEqual(await waysIn(email), before);
});

test('step-up does not last longer when the clock is set back', async () => {
  const { visitor } = await openOwner();
  const verifiedUntil = async (): Promise<unknown> => {
    const { body } = await visitor.call('GET', '/me');
    return (body['session'] as Record<string, unknown>)['verifiedUntil'];
  };
  assert.notEqual(await verifiedUntil(), null);
  // As if step-up had taken place an hour in the future.
  await app.db`update sessions set verified_at = verified_at + interval '1 hour'`;
  assert.equal(await verifiedUntil(), null);
  const renewed = await visitor.call('POST', '/totp/recovery-codes');
  assert.deepEqual([renewed.status, renewed.body['error']], [403, 'step_up_required']);
});
