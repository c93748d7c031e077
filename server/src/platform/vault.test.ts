import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openVault } from './vault.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [newKey('old'), newKey('new')];
const PLACE = 'people.name';
const NAME = 'Maria José, 🜚';

test('sealing is reversible, and gives another ciphertext each time', () => {
  const vault = openVault(OLD);
  const sealed = vault.seal(PLACE, NAME);
  assert.match(sealed, /^v1:old:[A-Za-z0-9+/]+=*$/);
  assert.equal(vault.open(PLACE, sealed), NAME);
  assert.equal(vault.open(PLACE, vault.seal(PLACE, '')), '');
  assert.notEqual(vault.seal(PLACE, NAME), sealed, 'the same text is sealed differently each time');
});

test('a ciphertext with any bit flipped cannot be opened', () => {
  const vault = openVault(OLD);
  const [version, id, encoded] = vault.seal(PLACE, NAME).split(':');
  const body = Buffer.from(encoded ?? '', 'base64');
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => vault.open(PLACE, [version, id, changed.toString('base64')].join(':')));
  }
  assert.throws(() => vault.open(PLACE, [version, id, ''].join(':')));
});

test('a value moved to another column cannot be opened', () => {
  const vault = openVault(OLD);
  const sealed = vault.seal(PLACE, NAME);
  assert.throws(() => vault.open('people.address', sealed));
});

test('after a key rotation the new key seals, and the old one still opens', () => {
  const before = openVault(OLD).seal(PLACE, NAME);
  const rotated = openVault(`${NEW},${OLD}`);
  assert.equal(rotated.open(PLACE, before), NAME);
  assert.match(rotated.seal(PLACE, NAME), /^v1:new:/);
  assert.throws(() => openVault(NEW).open(PLACE, before), /opens this people\.name/);
});

test('a digest depends on text, place and key, and can be verified with an older key', () => {
  const [old, rotated] = [openVault(OLD), openVault(`${NEW},${OLD}`)];
  const digest = old.digest(PLACE, NAME);
  assert.deepEqual(old.digest(PLACE, NAME), digest);
  assert.notDeepEqual(old.digest(PLACE, `${NAME} `), digest);
  assert.notDeepEqual(old.digest('people.address', NAME), digest);
  assert.notDeepEqual(rotated.digest(PLACE, NAME), digest);
  assert.ok(rotated.isDigestOf(digest, PLACE, NAME));
});

test('invalid keys are refused, and the error does not reveal them', () => {
  for (const text of [
    '',
    'k1',
    'k1:',
    'k1:short',
    `K1:${'A'.repeat(43)}=`,
    `${OLD},`,
    OLD.slice(0, -1),
  ]) {
    assert.throws(
      () => openVault(text),
      ({ message }: Error) => /^PONTE_ENCRYPTION_KEYS/.test(message) && !message.includes('short'),
    );
  }
});
