import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { after, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { Scope } from '../../server/test/database.ts';
import { openGateway } from '../../server/test/gateway.ts';
import { type Merchant, openMerchant } from '../../server/test/merchant.ts';
import { openReceiver, type Received, until } from '../../server/test/receiver.ts';
import { recordDeposits } from '../../server/test/webhooks.ts';
import { openWire } from '../../server/test/wire.ts';
import { verifyWebhook } from '../src/webhooks.ts';
import { accessOf, openHome, ponte, run, type Running } from './cli.ts';
import { freePort } from './packed.ts';

const gateway = await openGateway();
const home = await openHome({ after });
const TIMEOUT_MS = 60_000;

function listen(scope: Scope, merchant: Merchant, to: string, url = gateway.url): Running {
  return run(scope, home, ['listen', '--forward-to', to], accessOf(merchant, url));
}

const isReady = (line: object): boolean => 'listening' in line;
const isDelivered = (line: object): boolean => Reflect.get(line, 'status') === 200;

/** By our own client, and by the two packages that the rest of the world verifies with. */
async function assertValidSignatures({ headers, body }: Received, secret: string): Promise<void> {
  await verifyWebhook({ headers, body }, secret);
  await verifyWebhook({ headers, body }, secret, { scheme: 'plain' });
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  new StandardWebhook(secret).verify(body, named);
  new SvixWebhook(secret).verify(body, named);
}

test('events reach a receiver without a public address, with valid signatures', async (t) => {
  const merchant = await openMerchant(gateway);
  const receiver = await openReceiver(t);
  const listening = listen(t, merchant, receiver.url);
  const { secret, endpointId } = await listening.prints(isReady);
  const { id } = await merchant.deposit();
  await merchant.command(`deposits/${String(id)}/pay`);
  await until(() => receiver.received.length === 1, TIMEOUT_MS);
  const [received] = receiver.received;
  assert.ok(received);
  await assertValidSignatures(received, String(secret));
  assert.match(received.body, new RegExp(String(id)));
  const line = await listening.prints(isDelivered);
  assert.equal(line['eventId'], received.headers['webhook-id']);
  assert.equal(line['event'], 'deposit.confirmed');
  await until(async () => {
    const rows = await merchant.list('/v1/api/webhook-deliveries?status=succeeded');
    return rows.some((row) => row['id'] === line['deliveryId']);
  }, TIMEOUT_MS);

  // A resend and a replay are deliveries like any other.
  await merchant.call('POST', `/v1/api/webhook-deliveries/${String(line['deliveryId'])}/redeliver`);
  await until(() => receiver.received.length === 2, TIMEOUT_MS);
  const replayed = await ponte(home, ['replay', '--since', '1h', '-o', 'json'], {
    env: accessOf(merchant, gateway.url),
  });
  assert.equal(replayed.code, 0, replayed.err);
  assert.deepEqual(Object.entries(JSON.parse(replayed.out) as object).slice(0, 1), [
    ['endpointId', endpointId],
  ]);
  await until(() => receiver.received.length === 3, TIMEOUT_MS);
  assert.equal(await listening.end(), 0);

  // Events wait while nobody listens, and the secret stays the one the receiver knows.
  await recordDeposits(gateway.app, merchant.environment.id);
  const again = listen(t, merchant, receiver.url);
  assert.equal((await again.prints(isReady))['secret'], secret);
  await until(() => receiver.received.length === 4, TIMEOUT_MS);
  for (const one of receiver.received) await assertValidSignatures(one, String(secret));
});

test('a delivery survives an interrupted listener and a lost connection', async (t) => {
  const merchant = await openMerchant(gateway);
  const environmentId = merchant.environment.id;
  const wire = await openWire(t, gateway.url);
  let isSlow = true;
  const receiver = await openReceiver(t, (_request, response) => {
    if (!isSlow) response.end('ok');
  });
  const first = listen(t, merchant, receiver.url, wire.url);
  await first.prints(isReady);
  await recordDeposits(gateway.app, environmentId);
  await until(() => receiver.received.length === 1, TIMEOUT_MS);
  assert.equal(await first.end(), 0);
  isSlow = false;
  // As if the one-minute lease had expired.
  await gateway.app.db`update webhook_deliveries set lease_until = now() - interval '1 ms'
    where environment_id = ${environmentId}`;
  const second = listen(t, merchant, receiver.url, wire.url);
  await until(() => receiver.received.length === 2, TIMEOUT_MS);
  await second.prints(isDelivered);
  wire.cut();
  await second.prints((line) => line['note'] === 'reconnecting');
  await recordDeposits(gateway.app, environmentId, 3);
  wire.mend();
  await until(() => receiver.received.length === 5, TIMEOUT_MS);
  await second.prints((line) => line['note'] === 'connected');
  await until(async () => {
    const rows = await merchant.list('/v1/api/webhook-deliveries?status=succeeded');
    return rows.length === 4;
  }, TIMEOUT_MS);
});

test('deliveries wait while the receiver is down, and arrive once it is up', async (t) => {
  const merchant = await openMerchant(gateway);
  const place = await reserve();
  const listening = listen(t, merchant, place.url);
  await listening.prints(isReady);
  await recordDeposits(gateway.app, merchant.environment.id, 6);
  await listening.prints((line) => line['note'] === 'receiver_down');
  const seen = new Set<string>();
  place.open(t, (request, response) => {
    seen.add(String(request.headers['webhook-id']));
    response.end();
  });
  await until(() => seen.size === 6, TIMEOUT_MS);
  await listening.prints((line) => line['note'] === 'receiver_up');
  const [row] = await gateway.app.db<{ attempts: number }>`
    select max(attempts) as attempts from webhook_deliveries
    where environment_id = ${merchant.environment.id}`;
  assert.ok(row && row.attempts <= 3, JSON.stringify(row));
});

test('two listeners of one name share the events, each delivered once', async (t) => {
  const merchant = await openMerchant(gateway);
  const receiver = await openReceiver(t);
  const both = [listen(t, merchant, receiver.url), listen(t, merchant, receiver.url)];
  const [one, other] = await Promise.all(both.map((line) => line.prints(isReady)));
  assert.equal(one?.['secret'], other?.['secret']);
  await recordDeposits(gateway.app, merchant.environment.id, 20);
  await until(() => receiver.received.length >= 20, TIMEOUT_MS);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  assert.deepEqual([ids.size, receiver.received.length], [20, 20]);
});

test('revoking the key while listening stops the command with an error that says so', async (t) => {
  const merchant = await openMerchant(gateway);
  const wire = await openWire(t, gateway.url);
  const listening = listen(t, merchant, 'http://127.0.0.1:9/hook', wire.url);
  await listening.prints(isReady);
  await gateway.app.db`update api_keys set revoked_at = now()
    where environment_id = ${merchant.environment.id}`;
  await until(async () => (await merchant.call('GET', '/v1/api/fees')).status === 401, TIMEOUT_MS);
  // The pending long poll may take twenty seconds to return.
  wire.cut();
  wire.mend();
  assert.equal(await listening.ended, 1);
  const fault = listening.lines.find((line) => 'error' in line && !('note' in line));
  assert.equal(fault?.['error'], 'unauthorized');
  assert.match(String(fault['message']), /revoked.*ponte login/);
});

test('listening in live mode requires --live', async (t) => {
  const merchant = await openMerchant(gateway, 'live');
  const receiver = await openReceiver(t);
  const env = accessOf(merchant, gateway.url);
  const refused = await ponte(home, ['listen', '--forward-to', receiver.url], { env });
  assert.equal(refused.code, 2);
  assert.match(refused.err, /--live/);
  const listening = run(t, home, ['listen', '--forward-to', receiver.url, '--live'], env);
  await listening.prints(isReady);
  await recordDeposits(gateway.app, merchant.environment.id);
  await listening.prints(isDelivered);
});

interface Place {
  readonly url: string;
  open(scope: Scope, answer: RequestListener): void;
}

/** An address at which nobody listens yet. */
async function reserve(): Promise<Place> {
  const port = await freePort();
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    open: (scope, answer) => {
      const server = createServer(answer).listen(port, '127.0.0.1');
      scope.after(() => {
        server.closeAllConnections();
        server.close();
      });
    },
  };
}
