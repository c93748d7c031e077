import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { readMailbox } from '../../src/mailbox/read-mailbox.ts';
import { openAuthenticator } from '../authenticator.ts';
import { openGateway } from '../gateway.ts';
import { linkToken, openVisitor, PASSWORD, signUpWhole, type Visitor } from '../visitor.ts';

const ORIGIN = 'https://pay.example';
const gateway = await openGateway(undefined, { worker: false, env: { PONTE_BASE_URL: ORIGIN } });
const { app } = gateway;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whatever the clock of the test says. */
function trueNow(): number {
  return performance.timeOrigin + performance.now();
}

function dayOf(time: number): string {
  return new Date(time).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
}

async function ok(visitor: Visitor, path: string, body?: object) {
  const { status, text, body: answer } = await visitor.call('POST', path, body);
  assert.ok(status < 300, `${path}: ${text}`);
  return answer;
}

async function verifiedUntil(visitor: Visitor): Promise<number> {
  const { body, text } = await visitor.call('GET', '/me');
  const { session } = body as { session?: { verifiedUntil: string } };
  assert.ok(session, text);
  return Date.parse(session.verifiedUntil);
}

for (const [name, offsetMs] of [
  ['five minutes ahead', 5 * MINUTE],
  ['an hour behind', -HOUR],
  ['400 days ahead', 400 * DAY],
  ['400 days behind', -400 * DAY],
] as const) {
  test(`a process whose clock jumps to ${name} signs everybody in, and up, as before`, async (t) => {
    const since = trueNow();
    const visitor = await signUpWhole(gateway);
    const { secret } = await ok(visitor, '/totp');
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) });
    const newCode = async () => {
      await app.db`update totp_secrets set last_step = 0`;
      return totp.generate({ timestamp: trueNow() });
    };
    t.mock.timers.enable({ apis: ['Date'], now: trueNow() + offsetMs });

    const newcomer = await signUpWhole(gateway);
    assert.ok(Math.abs((await verifiedUntil(newcomer)) - trueNow() - 15 * MINUTE) < 5 * MINUTE);
    await ok(visitor, '/totp/confirm', { code: await newCode() });
    const half = openVisitor(gateway);
    await ok(half, '/sign-in', { email: visitor.email, password: PASSWORD });
    await ok(half, '/sign-in/code', { code: await newCode() });
    await ok(half, '/step-up', { code: await newCode() });

    const passkey = openAuthenticator(ORIGIN);
    const { options } = await ok(half, '/passkeys/options');
    const response = passkey.create(options as Record<string, unknown>);
    await ok(half, '/passkeys', { name: 'Celular', response });
    const other = openVisitor(gateway);
    const begun = await ok(other, '/sign-in/passkey/options');
    const shown = passkey.get(begun['options'] as Record<string, unknown>);
    await ok(other, '/sign-in/passkey', { response: shown });

    await ok(other, '/password-reset/request', { email: newcomer.email });
    const token = await linkToken(gateway, newcomer.email, /nova senha/);
    await ok(other, '/password-reset', { token, password: 'a new password of mine' });
    t.mock.timers.reset();
    assert.equal((await newcomer.call('GET', '/me')).status, 401);
    assert.equal((await other.call('GET', '/me')).status, 200);
    const mails = await readMailbox(app);
    for (const { email } of [visitor, newcomer]) {
      const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
      assert.equal(texts.length, 3, 'each mail once');
      const days = texts.flatMap((text) => text.match(/\d\d\/\d\d\/\d{4}/g) ?? []);
      assert.ok(days.length > 0);
      for (const day of days) assert.ok([dayOf(since), dayOf(trueNow())].includes(day), day);
    }
  });
}
