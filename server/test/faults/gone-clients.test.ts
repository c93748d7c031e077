import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, type Merchant, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

async function stateOf(key: string): Promise<string | undefined> {
  const [row] = await app.db<{ state: string }>`
    select state from idempotency_keys where key = ${key}`;
  return row?.state;
}

/** Sends the order over a connection that the test can cut. */
async function send({ key: apiKey }: Merchant, key: string, order: object): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify(order);
  socket.write(
    [
      'POST /v1/api/deposit HTTP/1.1',
      'host: a',
      `authorization: Bearer ${apiKey}`,
      `idempotency-key: ${key}`,
      'content-type: application/json',
      `content-length: ${String(Buffer.byteLength(body))}`,
      '',
      body,
    ].join('\r\n'),
  );
  return socket;
}

describe('a client that disconnects before the response', () => {
  for (const [when, amountCents, leaves] of [
    ['during the provider call', 50_005, (state?: string) => state === 'running'],
    ['with the response on its way', 5_000, (state?: string) => state === 'done'],
  ] as const) {
    test(`gets it by repeating its key, byte for byte: ${when}`, async () => {
      const merchant = await openMerchant(gateway);
      const key = randomUUID();
      const order = { ...DEPOSIT, amountCents };
      const socket = await send(merchant, key, order);
      await until(async () => leaves(await stateOf(key)), 10_000);
      socket.resetAndDestroy();
      // Nobody waits for the response, and the order still completes.
      await until(async () => (await stateOf(key)) === 'done', 20_000);
      const ask = () => merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': key });
      const [one, other] = [await ask(), await ask()];
      assert.equal(one.status, 201, one.text);
      assert.equal(one.headers.get('idempotent-replayed'), 'true');
      assert.equal(other.text, one.text);
      const { charges } = await merchant.books();
      assert.deepEqual(
        charges.map(({ depositId }) => depositId),
        [one.body['id']],
      );
    });
  }
});
