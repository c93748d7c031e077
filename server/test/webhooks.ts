import assert from 'node:assert/strict';
import { type AccountId, type DepositId, type EnvironmentId, newId } from '../src/ids.ts';
import type { Environment } from '../src/accounts/environment.ts';
import type { App } from '../src/app.ts';
import { type Dispatcher, openDispatcher } from '../src/webhooks/deliver.ts';
import type { Delivery } from '../src/webhooks/delivery.ts';
import type { Endpoint } from '../src/webhooks/endpoint.ts';
import { listDeliveries } from '../src/webhooks/list-deliveries.ts';
import { recordEvent } from '../src/webhooks/record-event.ts';
import { registerEndpoint } from '../src/webhooks/register-endpoint.ts';
import { registerWebhookRoutes } from '../src/webhooks/routes.ts';
import { type Answer, type Call, openApi, refusalOf } from './api.ts';
import { testApp, testEnvironment } from './app.ts';
import type { Scope } from './database.ts';
import { openReceiver, type Receiver } from './receiver.ts';

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

/** Leads to nobody. */
export const URL_HERE = 'http://127.0.0.1:9/hook';

interface WebhookRoutes {
  readonly app: App;
  readonly call: Call;
  /** `404 not_found`, when the call is refused. */
  readonly refusal: (...args: Parameters<Call>) => Promise<string>;
  /** Registers an endpoint at `URL_HERE`, and returns the answer's body. */
  readonly register: (key: string, extra?: object) => Promise<Answer['body']>;
  /** Records that a deposit is confirmed, a new one unless told, and returns its id. */
  readonly record: (environmentId: EnvironmentId, resourceId?: DepositId) => Promise<string>;
}

/** The webhook routes without a port, on an app of the file's own. */
export async function openWebhookRoutes(): Promise<WebhookRoutes> {
  const app = await testApp();
  const call = openApi(app, registerWebhookRoutes);
  return {
    app,
    call,
    refusal: async (...args) => refusalOf(await call(...args)),
    register: async (key, extra = {}) =>
      (await call(key, 'POST', 'webhook-endpoints', { url: URL_HERE, ...extra })).body,
    record: async (environmentId, resourceId = newId('dep')) => {
      const data = { id: resourceId, n: null };
      const event = { kind: 'deposit.confirmed', resourceId, data, at: new Date() } as const;
      await app.db.begin((tx) => recordEvent(tx, { environmentId, ...event }));
      return resourceId;
    },
  };
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
