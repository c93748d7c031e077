import assert from 'node:assert/strict';
import { type AccountId, type EnvironmentId, newId } from '../src/ids.ts';
import type { Environment } from '../src/accounts/environment.ts';
import type { App } from '../src/app.ts';
import { type Dispatcher, openDispatcher } from '../src/webhooks/deliver.ts';
import type { Delivery } from '../src/webhooks/delivery.ts';
import type { Endpoint } from '../src/webhooks/endpoint.ts';
import { listDeliveries } from '../src/webhooks/list-deliveries.ts';
import { recordEvent } from '../src/webhooks/record-event.ts';
import { registerEndpoint } from '../src/webhooks/register-endpoint.ts';
import { testApp, testEnvironment } from './app.ts';
import { openReceiver, type Receiver } from './receiver.ts';

type Scope = Parameters<typeof openReceiver>[0];

interface Arrangement {
  readonly app: App;
  readonly environment: Environment;
  readonly accountId: AccountId;
  readonly endpoint: Endpoint & { readonly secret: string };
  readonly dispatcher: Dispatcher;
}

/** An app of its own with one tenant whose one endpoint leads to `url`. */
export async function arrangeEndpoint(scope: Scope, url: string): Promise<Arrangement> {
  const app = await testApp(scope);
  const { environment, accountId } = await testEnvironment(app);
  const endpoint = await registerEndpoint(app, environment, { url });
  return { app, environment, accountId, endpoint, dispatcher: openDispatcher(app) };
}

/** Events of as many new deposits, in one transaction. */
export async function recordDeposits(
  app: App,
  environmentId: EnvironmentId,
  count = 1,
): Promise<void> {
  await app.db.begin(async (tx) => {
    for (let made = 0; made < count; made += 1) {
      const id = newId('dep');
      const at = new Date();
      const kind = 'deposit.confirmed';
      await recordEvent(tx, { environmentId, kind, resourceId: id, data: { id }, at });
    }
  });
}

export async function allDeliveries(app: App, environmentId: EnvironmentId): Promise<Delivery[]> {
  return listDeliveries(app.db, environmentId, {}, undefined, 100);
}

export async function onlyDelivery(app: App, environmentId: EnvironmentId): Promise<Delivery> {
  const [delivery, ...others] = await allDeliveries(app, environmentId);
  assert.ok(delivery);
  assert.equal(others.length, 0);
  return delivery;
}

/** One turn, and the end of every attempt that it began. */
export async function deliverDue(dispatcher: Dispatcher): Promise<boolean> {
  const found = await dispatcher.turn();
  await dispatcher.drain();
  return found;
}

/** As if the wait before the next attempt were over. */
export async function skipWait(app: App): Promise<void> {
  await app.db`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`;
}

/** As if the worker that holds the lease had died a minute ago. */
export async function endLeases(app: App): Promise<void> {
  await app.db`update webhook_deliveries set lease_until = now() - interval '1 ms'`;
}

export function answering(
  scope: Scope,
  status: number,
  headers: Record<string, string> = {},
): Promise<Receiver> {
  return openReceiver(scope, (_request, response) => {
    response.writeHead(status, headers).end('body');
  });
}
