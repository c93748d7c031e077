import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadZkp } from './load-zkp.ts';

test('a failed load of the cryptography is repeated by the next call', async (t) => {
  const compile = t.mock.method(WebAssembly, 'instantiate', () =>
    Promise.reject(new RangeError('could not allocate memory')),
  );
  await assert.rejects(loadZkp(), /could not allocate memory/);
  compile.mock.restore();
  assert.equal(typeof (await loadZkp()).ecdh, 'function');
});
