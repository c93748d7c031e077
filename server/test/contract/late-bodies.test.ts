import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markRevoked } from '../../src/api-keys/store.ts';
import { writeSafeMode } from '../../src/installations/store.ts';
import { openGateway } from '../gateway.ts';
import { type HeldBack, holdBack } from '../held-body.ts';
import { WITHDRAWAL } from '../merchant.ts';
import { checkAnswer } from '../openapi.ts';
import { until } from '../receiver.ts';
import { fresh, refusalOf } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const { url, app } = gateway;

const LOOK_MS = 10_000;

async function orderLate({ key }: Tenant): Promise<HeldBack> {
  const headers = { authorization: `Bearer ${key}`, ...fresh() };
  const path = '/v1/api/withdraw';
  const late = await holdBack(url + path, headers, WITHDRAWAL);
  return {
    send: async () => {
      const answer = await late.send();
      checkAnswer({ method: 'POST', path, ...answer });
      return answer;
    },
  };
}

/** Waits until an order whose body is sent immediately is refused. */
async function noOrders({ post }: Tenant): Promise<void> {
  await until(async () => (await post('/v1/api/withdraw', WITHDRAWAL)).status === 403, LOOK_MS);
}

async function revoke({ key, call }: Tenant): Promise<void> {
  assert.ok(await markRevoked(app.db, `key_${key.split('_')[2] ?? ''}`));
  await until(async () => (await call('GET', '/v1/api/fees')).status === 401, LOOK_MS);
}

describe('an order whose body arrives late', () => {
  test('is refused if its key was revoked meanwhile', async () => {
    const tenant = await openTenant(gateway);
    const late = await orderLate(tenant);
    await revoke(tenant);
    assert.equal(refusalOf(await late.send()), '401 unauthorized');
  });

  test('is refused if withdrawals of its account were disabled meanwhile', async () => {
    const tenant = await openTenant(gateway);
    const late = await orderLate(tenant);
    await tenant.set({ withdrawalsEnabled: false });
    await noOrders(tenant);
    assert.equal(refusalOf(await late.send()), '403 withdrawals_disabled');
  });

  test('is refused if safe mode was turned on meanwhile', async (t) => {
    t.after(() => writeSafeMode(app.db, false, null));
    const tenant = await openTenant(gateway);
    const late = await orderLate(tenant);
    await writeSafeMode(app.db, true, 'incident');
    await noOrders(tenant);
    assert.equal(refusalOf(await late.send()), '403 withdrawals_disabled');
  });

  test('is executed if nothing changed, and counts once for the rate limit', async () => {
    const tenant = await openTenant(gateway);
    const { rates } = tenant.environment;
    await tenant.set({ rates: { ...rates, money: { perSecond: 1, burst: 1 } } });
    const answer = await (await orderLate(tenant)).send();
    assert.equal(answer.status, 201, answer.text);
  });
});

test('an MCP message whose body arrives late is refused if its key was revoked meanwhile', async () => {
  const tenant = await openTenant(gateway);
  const headers = {
    authorization: `Bearer ${tenant.key}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const late = await holdBack(`${url}/mcp`, headers, message);
  await revoke(tenant);
  assert.equal(refusalOf(await late.send()), '401 unauthorized');
});
