import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { loadZkp } from './zkp.ts';

test('the cryptography is loaded although it could not be read at first', async (t) => {
  let failures = 0;
  const hooks = registerHooks({
    load: (url, context, next) => {
      if (failures > 0 || !url.includes('secp256k1-zkp')) return next(url, context);
      failures += 1;
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    },
  });
  t.after(() => hooks.deregister());
  await assert.rejects(loadZkp(), { code: 'EMFILE' });
  assert.ok(await loadZkp());
});
