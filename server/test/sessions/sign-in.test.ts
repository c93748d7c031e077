import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESSES } from '../../src/attempts/attempt.ts';
import { tryOnce } from '../../src/attempts/count-attempt.ts';
import { newId } from '../../src/ids.ts';
import { openGateway, openNode } from '../gateway.ts';
import { newEmail, openVisitor, PASSWORD, signUpWhole } from '../visitor.ts';

const gateway = await openGateway(undefined, {
  worker: false,
  env: { PONTE_TRUSTED_PROXIES: 'loopback' },
});
const { app } = gateway;

const COOKIE = 'ponte_session';
const WRONG = 'not the password at all';

async function sessionsOf(email: string): Promise<number> {
  const rows = await app.db`
    select from sessions s join users u on u.id = s.user_id
    where u.email = ${email} and s.ended_at is null`;
  return rows.length;
}

test('sign-in always issues a new token, which prevents session fixation', async () => {
  const { email, cookies: own } = await signUpWhole(gateway);
  const visitor = openVisitor(gateway);
  visitor.cookies.set(COOKIE, 'a'.repeat(43));
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  const first = visitor.cookies.get(COOKIE);
  assert.ok(first && first !== 'a'.repeat(43) && first !== own.get(COOKIE));
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  const second = visitor.cookies.get(COOKIE);
  assert.ok(second && second !== first);
  // The session that was replaced in this browser has ended.
  visitor.cookies.set(COOKIE, first);
  assert.equal((await visitor.call('GET', '/me')).status, 401);
  visitor.cookies.set(COOKIE, second);
  assert.equal((await visitor.call('GET', '/me')).status, 200);
});

test('an unknown user, a wrong password and a user without one get the same response', async () => {
  const { email } = await signUpWhole(gateway);
  const bare = newEmail();
  await app.db`
    insert into users (id, email, email_confirmed_at)
    values (${newId('usr')}, ${bare}, now())`;
  const answers = [];
  for (const who of [newEmail(), email, bare, 'no address', `${email}\u0000`]) {
    const visitor = openVisitor(gateway);
    const { status, body } = await visitor.call('POST', '/sign-in', {
      email: who,
      password: WRONG,
    });
    answers.push({ status, body, cookies: visitor.setCookies });
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0]?.status, 401);
});

for (const known of [true, false]) {
  test(`of forty concurrent guesses for ${known ? 'a known' : 'an unknown'} address ten are checked, over two nodes`, async (t) => {
    const email = known ? (await signUpWhole(gateway)).email : newEmail();
    const other = await openNode(gateway, t);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const url = index % 2 === 0 ? gateway.url : other.url;
        const answer = await fetch(`${url}/app/api/sign-in`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `198.51.100.${String(index)}`,
          },
          body: JSON.stringify({ email, password: `${WRONG} ${String(index)}` }),
        });
        return { status: answer.status, wait: Number(answer.headers.get('retry-after')) };
      }),
    );
    const checked = answers.filter(({ status }) => status === 401);
    const held = answers.filter(({ status }) => status === 429);
    assert.deepEqual([checked.length, held.length], [10, 30]);
    for (const { wait } of held) assert.ok(wait > 800 && wait <= 900, String(wait));
    // During the hold not even the right one is checked.
    const right = await openVisitor(gateway).call('POST', '/sign-in', {
      email,
      password: PASSWORD,
    });
    assert.equal(right.status, 429);
  });
}

test('each further lockout is twice as long, and the right password resets the count', async () => {
  const { email } = await signUpWhole(gateway);
  const visitor = openVisitor(gateway);
  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    let wait = Number.NaN;
    while (Number.isNaN(wait)) {
      const { status, headers } = await visitor.call('POST', '/sign-in', {
        email,
        password: WRONG,
      });
      if (status === 429) wait = Number(headers.get('retry-after'));
      else assert.equal(status, 401);
    }
    waits.push(Math.round(wait / 60));
    await app.db`update attempts set held_until = now() where held_until is not null`;
  }
  assert.deepEqual(waits, [15, 30, 60]);
  const right = await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  assert.deepEqual(right.body, { next: 'done' });
  for (let tries = 0; tries < 10; tries += 1) {
    assert.equal((await visitor.call('POST', '/sign-in', { email, password: WRONG })).status, 401);
  }
});

test('a network is locked out after a hundred guesses for any addresses, IPv6 by its /64', async () => {
  const from = (index: number) => `2001:db8:7:1::${index.toString(16)}`;
  await app.db`delete from attempts`;
  // More than sixty at once would exceed the limit of one network, whatever they are.
  await app.db.begin(async (tx) => {
    for (let count = 0; count < 60; count += 1) {
      await tryOnce(tx, app, 'from 2001:db8:7:1::/64', ADDRESSES);
    }
  });
  const statuses: number[] = [];
  for (let index = 0; index < 41; index += 1) {
    const visitor = openVisitor(gateway, from(index));
    const order = { email: newEmail(), password: WRONG };
    statuses.push((await visitor.call('POST', '/sign-in', order)).status);
  }
  assert.deepEqual(
    [statuses.slice(0, 40).every((status) => status === 401), statuses[40]],
    [true, 429],
  );
  const neighbour = openVisitor(gateway, '2001:db8:7:2::1');
  const order = { email: newEmail(), password: WRONG };
  assert.equal((await neighbour.call('POST', '/sign-in', order)).status, 401);
});

test('the request rate of an IPv6 network is that of one address', async () => {
  const ask = async (address: string): Promise<number> =>
    (await openVisitor(gateway, address).call('GET', '/entry')).status;
  const addresses = Array.from({ length: 200 }, (_, n) => `2001:db8:7:9::${n.toString(16)}`);
  const statuses = await Promise.all(addresses.map(ask));
  assert.ok(statuses.includes(429));
  assert.equal(await ask('2001:db8:7:a::1'), 200);
});

test('guesses from this machine are limited too, except through an undeclared proxy', async () => {
  await app.db`delete from attempts`;
  const proxied = { 'x-forwarded-for': '198.51.100.7' };
  const guess = async (headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${gateway.url}/app/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: newEmail(), password: WRONG }),
    });
    return answer.status;
  };
  await app.db.begin(async (tx) => {
    for (let count = 0; count < 100; count += 1) {
      await tryOnce(tx, app, 'from 127.0.0.1', ADDRESSES);
    }
  });
  assert.deepEqual([await guess(), await guess(proxied)], [429, 401]);
  await app.db`delete from attempts`;
});

test('cross-site requests are refused by Origin and fetch metadata', async () => {
  const visitor = await signUpWhole(gateway);
  const orders = [
    ['/sign-in', { email: visitor.email, password: PASSWORD }],
    ['/sign-out', {}],
    ['/password', { password: 'a new password of mine' }],
    ['/sessions/end-others', {}],
  ] as const;
  const elsewhere = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const [path, body] of orders) {
    for (const headers of elsewhere) {
      const { status, body: said } = await visitor.call('POST', path, body, headers);
      assert.deepEqual([status, said['error']], [403, 'cross_site_request'], path);
    }
  }
  const form = await visitor.call('POST', '/sign-in', undefined, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.equal(form.status, 415);
  assert.equal((await visitor.call('GET', '/me')).status, 200);
});

test('signing out ends only that session, and deletes its cookie', async () => {
  const visitor = await signUpWhole(gateway);
  const other = openVisitor(gateway);
  await other.call('POST', '/sign-in', { email: visitor.email, password: PASSWORD });
  const token = visitor.cookies.get(COOKIE) ?? '';
  assert.equal((await visitor.call('POST', '/sign-out')).status, 200);
  assert.ok(!visitor.cookies.has(COOKIE));
  visitor.cookies.set(COOKIE, token);
  assert.equal((await visitor.call('GET', '/me')).status, 401);
  assert.equal((await other.call('GET', '/me')).status, 200);
});

test('sessions can be listed and ended, singly or all others, effective immediately', async () => {
  const visitor = await signUpWhole(gateway);
  const [phone, tablet] = [openVisitor(gateway), openVisitor(gateway)];
  for (const one of [phone, tablet]) {
    await one.call('POST', '/sign-in', { email: visitor.email, password: PASSWORD });
  }
  const { body } = await visitor.call('GET', '/sessions');
  const sessions = body['data'] as { id: string; isCurrent: boolean; userAgent: string }[];
  assert.equal(sessions.length, 3);
  assert.deepEqual(sessions.map(({ isCurrent }) => isCurrent).sort(), [false, false, true]);
  const mine = await phone.call('GET', '/sessions');
  const phoneId = (mine.body['data'] as typeof sessions).find(({ isCurrent }) => isCurrent)?.id;
  const stranger = await signUpWhole(gateway);
  assert.equal((await stranger.call('DELETE', `/sessions/${String(phoneId)}`)).status, 404);
  assert.equal((await visitor.call('DELETE', `/sessions/${String(phoneId)}`)).status, 204);
  assert.equal((await phone.call('GET', '/me')).status, 401);
  assert.equal((await visitor.call('DELETE', `/sessions/${String(phoneId)}`)).status, 404);
  assert.equal((await tablet.call('GET', '/me')).status, 200);
  assert.equal((await visitor.call('POST', '/sessions/end-others')).status, 200);
  assert.equal((await tablet.call('GET', '/me')).status, 401);
  assert.equal((await visitor.call('GET', '/me')).status, 200);
  assert.equal(await sessionsOf(visitor.email), 1);
});

test('a network is limited to twenty sign-ups an hour', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 22 }, async () => {
      const visitor = openVisitor(gateway, '203.0.113.77');
      const order = { email: newEmail(), password: PASSWORD };
      return (await visitor.call('POST', '/sign-up', order)).status;
    }),
  );
  const accepted = statuses.filter((status) => status === 202).length;
  assert.deepEqual([accepted, statuses.length - accepted], [20, 2]);
});
