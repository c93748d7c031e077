import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { newKeyText, readKeyText } from './api-key.ts';
import { openAuthenticator } from './authenticate.ts';
import { markRevoked } from './store.ts';

const app = await testApp();
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthorized';

/** Stops the clock of the cache; a test moves it by hand. */
function stopClock(t: TestContext): { now: number } {
  const clock = { now: 1_000 };
  t.mock.method(performance, 'now', () => clock.now);
  return clock;
}

test('a key verified a moment ago is answered from the cache, and no other text is accepted', async () => {
  const { key, environment } = await testEnvironment(app);
  const authenticate = openAuthenticator(app.db);
  const first = await authenticate(`Bearer ${key}`);
  assert.equal(first.environment.id, environment.id);
  assert.equal(authenticate(`Bearer ${key}`), first);
  // The same id, and another id, each with a valid checksum and a wrong secret.
  const id = readKeyText(key);
  assert.ok(id);
  for (const text of [newKeyText('test', id), newKeyText('test', newId('key'))]) {
    await assert.rejects(async () => authenticate(`Bearer ${text}`), isRefusal);
  }
  for (const header of [undefined, '', key, `Bearer ${key} `, `Bearer ${key.slice(0, -1)}`]) {
    await assert.rejects(async () => authenticate(header), isRefusal);
  }
});

test('a revoked key is refused 1.5 seconds after its last read, however often it was used in between', async (t) => {
  const { key } = await testEnvironment(app);
  const authenticate = openAuthenticator(app.db);
  const clock = stopClock(t);
  await authenticate(`Bearer ${key}`);
  await markRevoked(app.db, readKeyText(key) ?? '');
  // A different spelling is a different text; what is cached of the key is enough to verify it.
  clock.now += 1_400;
  await authenticate(`bearer  ${key}`);
  await authenticate(`Bearer ${key}`);
  clock.now += 101;
  for (const word of ['Bearer', 'bearer']) {
    await assert.rejects(async () => authenticate(`${word} ${key}`), isRefusal);
  }
});
