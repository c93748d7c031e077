import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { openAgent } from '../../test/agents.ts';
import { openGateway } from '../../test/gateway.ts';
import { openMerchant } from '../../test/merchant.ts';

const gateway = await openGateway(undefined, { worker: false });
const merchant = await openMerchant(gateway);

test('agents are served although the first call of all found no file descriptor left', async (t) => {
  let failures = 0;
  const hooks = registerHooks({
    load: (url, context, next) => {
      if (failures > 0 || !url.endsWith('/serve-mcp.ts')) return next(url, context);
      failures += 1;
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    },
  });
  t.after(() => hooks.deregister());
  await assert.rejects(openAgent(t, gateway, merchant), /internal_error/);
  assert.equal(failures, 1);
  const agent = await openAgent(t, gateway, merchant);
  assert.equal((await agent.tool('get_fees')).isError, false);
});
