import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, request } from 'undici';
import { openGateway } from '../gateway.ts';
import { callAs, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';
import { startRole } from './role-process.ts';

const gateway = await openGateway(undefined, { worker: false });

/** Enough that their log lines exceed a pipe and the log's own buffer. */
const REQUESTS = 30_000;

test('while nobody reads the log, lines are dropped and counted, and no request fails', async (t) => {
  const merchant = await openMerchant(gateway);
  const api = await startRole(t, gateway, 'api');
  // The reader of the log hangs.
  api.child.stdout?.removeAllListeners('data').pause();
  const call = callAs(api.url, merchant.key);
  const dispatcher = new Agent({ connections: 16 });
  t.after(() => dispatcher.close());
  let left = REQUESTS;
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body } = await request(`${api.url}/healthz`, { dispatcher });
      assert.equal(statusCode, 200);
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: 16 }, ask));
  const wallets = await call('GET', '/v1/api/wallets');
  assert.equal(wallets.status, 200, wallets.text);
  await until(async () => (await droppedBy(api.url)) > 0, 20_000);
  const dropped = await droppedBy(api.url);
  t.diagnostic(`${String(dropped)} lines dropped`);

  // Once it is read again, what is logged from then on gets through.
  let text = '';
  api.child.stdout?.on('data', (part: string) => (text += part)).resume();
  await until(async () => {
    await call('GET', '/v1/api/fees');
    return text.trimEnd().endsWith('}') && /fees/.test(text.slice(-5_000));
  }, 20_000);
});

async function droppedBy(url: string): Promise<number> {
  const text = await fetch(`${url}/metrics`).then((response) => response.text());
  return Number(/^ponte_log_lines_lost_total (\d+)$/m.exec(text)?.[1] ?? 0);
}
