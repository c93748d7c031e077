import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { test, type TestContext } from 'node:test';
import { findFreePort } from './free-port.ts';
import { findListeningPort } from './listening-port.ts';

/** Lets chance propose these ports, in this order. */
function propose(t: TestContext, ports: number[]): void {
  const mock = t.mock.method(crypto, 'randomInt', () => ports.shift());
  syncBuiltinESMExports();
  t.after(() => {
    mock.mock.restore();
    syncBuiltinESMExports();
  });
}

test('no port is given to two, though the first does not listen yet', async (t) => {
  propose(t, [19_991, 19_991, 19_992]);
  assert.deepEqual([await findFreePort(), await findFreePort()], [19_991, 19_992]);
});

test('the port of an API that does not listen yet is not given to its database', async (t) => {
  const { signal } = new AbortController();
  const own = await findListeningPort('127.0.0.1', 19_993, signal);
  propose(t, [own, 19_994]);
  assert.equal(await findFreePort(), 19_994);
});
