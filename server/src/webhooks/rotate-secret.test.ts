import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { testEnvironment } from '../../test/app.ts';
import { moveClock } from '../../test/operator.ts';
import type { Received, Receiver } from '../../test/receiver.ts';
import {
  answering,
  arrangeEndpoint,
  deliverDue,
  openWebhookRoutes,
  recordDeposits,
  URL_HERE,
} from '../../test/webhooks.ts';
import { HOUR_MS } from '../durations.ts';
import { rotateSecret } from './rotate-secret.ts';

function textHeaders({ headers }: Received): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** For each verifier, which of the secrets it accepts as the sender's. */
function verdicts(request: Received, secrets: readonly string[]): Record<string, boolean[]> {
  const headers = textHeaders(request);
  const accepts = (verify: (secret: string) => unknown) =>
    secrets.map((secret) => {
      try {
        verify(secret);
        return true;
      } catch {
        return false;
      }
    });
  const plain = (name: string) =>
    secrets.map(
      (secret) =>
        headers[name] ===
        `sha256=${createHmac('sha256', secret).update(request.body).digest('hex')}`,
    );
  return {
    standardwebhooks: accepts((secret) =>
      new StandardWebhook(secret).verify(request.body, headers),
    ),
    svix: accepts((secret) => new SvixWebhook(secret).verify(request.body, headers)),
    present: plain('x-webhook-signature'),
    previous: plain('x-webhook-signature-previous'),
  };
}

function last({ received }: Receiver): Received {
  const request = received.at(-1);
  assert.ok(request);
  return request;
}

test('third-party libraries verify webhooks before, during and after a rotation', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const send = async (): Promise<Received> => {
    await recordDeposits(app, environment.id);
    await deliverDue(dispatcher);
    return last(receiver);
  };
  const before = await send();
  const { secret, previousSecretUntil } = await rotateSecret(app, environment.id, endpoint.id, 2);
  assert.ok(previousSecretUntil && previousSecretUntil > new Date());
  const during = await send();
  await moveClock(app, environment.id, 2 * HOUR_MS + 1_000);
  const after = await send();
  assert.equal(receiver.received.length, 3);
  const secrets = [endpoint.secret, secret, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2qD7FIMXh0s='];
  const none = [false, false, false];
  const [old, both, fresh] = [
    [true, false, false],
    [true, true, false],
    [false, true, false],
  ];
  assert.deepEqual(verdicts(before, secrets), {
    standardwebhooks: old,
    svix: old,
    present: old,
    previous: none,
  });
  assert.deepEqual(verdicts(during, secrets), {
    standardwebhooks: both,
    svix: both,
    present: fresh,
    previous: old,
  });
  assert.deepEqual(verdicts(after, secrets), {
    standardwebhooks: fresh,
    svix: fresh,
    present: fresh,
    previous: none,
  });
  assert.equal(after.headers['x-webhook-signature-previous'], undefined);
});

test('a delivery retried after a rotation is signed with the secrets valid at each attempt', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const { secret } = await rotateSecret(app, environment.id, endpoint.id, 0);
  await app.db`update webhook_deliveries set next_attempt_at = now()`;
  await deliverDue(dispatcher);
  const secrets = [endpoint.secret, secret];
  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.deepEqual(verdicts(first, secrets)['svix'], [true, false]);
  assert.deepEqual(verdicts(second, secrets)['svix'], [false, true]);
  assert.equal(first.body, second.body);
  assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
});

const { app, call, refusal, register } = await openWebhookRoutes();

async function arrange() {
  const tenant = await testEnvironment(app);
  const id = String((await register(tenant.key))['id']);
  const rotate = (body?: object) =>
    call(tenant.key, 'POST', `webhook-endpoints/${id}/rotate-secret`, body);
  return { ...tenant, id, rotate };
}

test('a rotation returns the endpoint and its new secret, with a default overlap of 24 hours', async () => {
  const { key, id, rotate } = await arrange();
  const before = Date.now();
  const { status, body } = await rotate();
  assert.equal(status, 200);
  const { secret, previousSecretUntil, id: shown, url, enabled } = body;
  assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual([shown, url, enabled], [id, URL_HERE, true]);
  const hours = (Date.parse(String(previousSecretUntil)) - before) / HOUR_MS;
  assert.ok(hours > 23.9 && hours < 24.1, String(hours));
  const listed = await call(key, 'GET', 'webhook-endpoints');
  assert.ok(!JSON.stringify(listed.body).includes('whsec_'));
});

test('another rotation is refused until the overlap ends, by the clock of the environment', async () => {
  const { key, id, environment, rotate } = await arrange();
  const path = `webhook-endpoints/${id}/rotate-secret`;
  assert.equal((await rotate({ overlapHours: 168 })).status, 200);
  assert.equal(await refusal(key, 'POST', path, { overlapHours: 1 }), '409 rotation_in_progress');
  assert.equal(await refusal(key, 'POST', path), '409 rotation_in_progress');
  await moveClock(app, environment.id, 168 * HOUR_MS - 60_000);
  assert.equal(await refusal(key, 'POST', path), '409 rotation_in_progress');
  await moveClock(app, environment.id, 168 * HOUR_MS + 60_000);
  assert.equal((await rotate()).status, 200);
});

test('an overlap of 0 hours ends every older secret immediately, even during another overlap', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const { secret: leaked } = await rotateSecret(app, environment.id, endpoint.id);
  const { secret, previousSecretUntil } = await rotateSecret(app, environment.id, endpoint.id, 0);
  assert.equal(previousSecretUntil, null);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const secrets = [endpoint.secret, leaked, secret];
  assert.deepEqual(verdicts(last(receiver), secrets), {
    standardwebhooks: [false, false, true],
    svix: [false, false, true],
    present: [false, false, true],
    previous: [false, false, false],
  });
  // The next rotation may begin right away.
  await rotateSecret(app, environment.id, endpoint.id);
});

test('of twenty concurrent rotations exactly one succeeds, and its secret is stored', async () => {
  const { rotate, id } = await arrange();
  const answers = await Promise.all(Array.from({ length: 20 }, () => rotate({})));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  for (const { status, body } of answers.filter((answer) => !won.includes(answer))) {
    assert.deepEqual([status, body['error']], [409, 'rotation_in_progress']);
  }
  const [row] = await app.db<{ secret: string }>`
    select secret::text as secret from webhook_endpoints where id = ${id}`;
  const stored = app.vault.open('webhook_endpoints.secret', String(row?.secret));
  assert.equal(stored, won[0]?.body['secret']);
});

test('a disabled endpoint can rotate, a deleted one gets 404, and an invalid overlap is refused', async () => {
  const { key, id, rotate } = await arrange();
  const path = `webhook-endpoints/${id}/rotate-secret`;
  for (const overlapHours of [-1, 169, 1.5, '24', null, true]) {
    assert.equal(await refusal(key, 'POST', path, { overlapHours }), '400 invalid_request');
  }
  await call(key, 'PATCH', `webhook-endpoints/${id}`, { enabled: false });
  const { status, body } = await rotate({ overlapHours: 0, unknown: 1 });
  assert.deepEqual([status, body['enabled']], [200, false]);
  await call(key, 'DELETE', `webhook-endpoints/${id}`);
  assert.equal(await refusal(key, 'POST', path), '404 not_found');
});
