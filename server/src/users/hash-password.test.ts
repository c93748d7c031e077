import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isOutdated, verifyPassword } from './hash-password.ts';

const PASSWORD = 'correto cavalo bateria';

test('a password matches its own hash only, and hashing it again gives another hash', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  assert.notEqual(one, other);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.ok(!one.includes(PASSWORD));
  assert.deepEqual(
    await Promise.all([
      verifyPassword(PASSWORD, one),
      verifyPassword(`${PASSWORD} `, one),
      verifyPassword('', one),
      verifyPassword(PASSWORD, null),
      verifyPassword(PASSWORD, 'no hash'),
    ]),
    [true, false, false, false, false],
  );
});

test('passwords are compared in normalized Unicode', async () => {
  const hash = await hashPassword('açaí com granola e ﬁgos');
  const apart = 'açaí com granola e ﬁgos'.normalize('NFD');
  assert.notEqual(apart, 'açaí com granola e ﬁgos');
  assert.equal(await verifyPassword(apart, hash), true);
});

test('a hash with other cost parameters is detected as outdated', async () => {
  const hash = await hashPassword(PASSWORD);
  assert.equal(isOutdated(hash), false);
  assert.equal(isOutdated(hash.replace('t=2', 't=1')), true);
  assert.equal(isOutdated(hash.replace('m=19456', 'm=65536')), true);
  // The tag depends on the costs, so another cost in the text doesn't just relabel the hash.
  assert.equal(await verifyPassword(PASSWORD, hash.replace('t=2', 't=1')), false);
});

test('fifty concurrent verifications all give the right result', async () => {
  const hash = await hashPassword(PASSWORD);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      verifyPassword(index % 2 === 0 ? PASSWORD : 'something else', hash),
    ),
  );
  assert.ok(answers.every((isRight, index) => isRight === (index % 2 === 0)));
});
