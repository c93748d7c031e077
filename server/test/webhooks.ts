import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type AccountId,
  type DepositId,
  type EndpointId,
  type EnvironmentId,
  newId,
} from '../src/ids.ts';
import type { Environment } from '../src/accounts/environment.ts';
import type { App } from '../src/app.ts';
import type { MadeAttempt } from '../src/webhooks/attempt-store.ts';
import { type Dispatcher, openDispatcher } from '../src/webhooks/deliver.ts';
import type { Delivery, LeasedDelivery } from '../src/webhooks/delivery.ts';
import { insertPing, listWaitingEndpoints } from '../src/webhooks/delivery-store.ts';
import { type Endpoint, newSecret, SECRET_PLACE } from '../src/webhooks/endpoint.ts';
import { leaseDueDeliveries } from '../src/webhooks/lease-store.ts';
import { listDeliveries } from '../src/webhooks/list-deliveries.ts';
import type { Lookup } from '../src/webhooks/lookup.ts';
import { recordEvents } from '../src/webhooks/record-events.ts';
import { registerEndpoint } from '../src/webhooks/register-endpoint.ts';
import { registerWebhookRoutes } from '../src/webhooks/routes.ts';
import { openSender } from '../src/webhooks/send.ts';
import { insertEndpoint } from '../src/webhooks/store.ts';
import { type Answer, type Call, openApi, refusalOf } from './api.ts';
import { testApp, testEnvironment, type TestTenant } from './app.ts';
import type { Scope } from './database.ts';
import { openReceiver, type Receiver } from './receiver.ts';

interface Arrangement {
  readonly app: App;
  readonly environment: Environment;
  readonly accountId: AccountId;
  readonly endpoint: Endpoint & { readonly secret: string };
  readonly dispatcher: Dispatcher;
}

/** A dedicated app with one tenant whose only endpoint is `url`. */
export async function arrangeEndpoint(scope: Scope, url: string): Promise<Arrangement> {
  const app = await testApp(scope);
  const { environment, accountId } = await testEnvironment(app);
  const endpoint = await registerEndpoint(app, environment, { url });
  return { app, environment, accountId, endpoint, dispatcher: openDispatcher(app) };
}

/** Nobody listens there. */
export const URL_HERE = 'http://127.0.0.1:9/hook';

interface WebhookRoutes {
  readonly app: App;
  readonly call: Call;
  /** `404 not_found`, when the call is refused. */
  readonly refusal: (...args: Parameters<Call>) => Promise<string>;
  /** Registers an endpoint at `URL_HERE`, and returns the response body. */
  readonly register: (key: string, extra?: object) => Promise<Answer['body']>;
  /** Records that a deposit is confirmed, by default a new one, and returns its id. */
  readonly record: (environmentId: EnvironmentId, resourceId?: DepositId) => Promise<string>;
}

/** The webhook routes without a port, on an app of this file's own. */
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
      await app.db.begin((tx) => recordEvents(tx, [{ environmentId, ...event }]));
      return resourceId;
    },
  };
}

/** Events of this many new deposits, in one transaction. */
export async function recordDeposits(
  app: App,
  environmentId: EnvironmentId,
  count = 1,
): Promise<void> {
  const events = Array.from({ length: count }, () => {
    const id = newId('dep');
    const kind = 'deposit.confirmed' as const;
    return { environmentId, kind, resourceId: id, data: { id }, at: new Date() };
  });
  await app.db.begin((tx) => recordEvents(tx, events));
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

/**
 * One turn of another worker, whose attempts wait before anything is sent.
 * @returns a function that lets them go on, and resolves at their end
 */
export async function holdAttempts(app: App): Promise<() => Promise<void>> {
  const hold = Promise.withResolvers<undefined>();
  const send = openSender(app.config);
  const held = openDispatcher(app, async (...args) => (await hold.promise) ?? send(...args));
  await held.turn();
  return () => {
    hold.resolve(undefined);
    return held.drain();
  };
}

/** Leases every delivery that is due. */
export async function leaseAll({ db }: App): Promise<LeasedDelivery[]> {
  const waiting = await listWaitingEndpoints(db, undefined, 10);
  const shares = waiting.map((one) => ({ ...one, most: 10 }));
  return leaseDueDeliveries(db, randomUUID(), shares, { quick: 10, slow: 10 });
}

/** The end of an attempt that got a response of this status. */
export function ended(delivery: LeasedDelivery, status: number): MadeAttempt {
  const works = status < 300;
  const said = { responseStatus: status, responseBody: '', retryAfterMs: null, error: null };
  return {
    delivery,
    outcome: { durationMs: 5, ...said },
    status: works ? 'succeeded' : 'pending',
    waitMs: works ? null : 5_000,
    endpoint: { works, slow: !works },
  };
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

/** Inserts an endpoint whose address nobody has checked. */
export async function smuggle(
  app: App,
  { environment }: TestTenant,
  url: string,
): Promise<EndpointId> {
  const id = newId('whe');
  const sealedSecret = app.vault.seal(SECRET_PLACE, newSecret());
  const order = { id, url, events: ['deposit.confirmed'] as const, description: '', sealedSecret };
  await app.db.begin((tx) => insertEndpoint(tx, environment.id, order));
  return id;
}

/** Delivers to each of the addresses, with the real sender; returns the word each ended with. */
export async function deliverTo(
  app: App,
  tenant: TestTenant,
  urls: readonly string[],
  lookup?: Lookup,
): Promise<Map<string, string>> {
  const environmentId = tenant.environment.id;
  for (const url of urls) {
    const endpointId = await smuggle(app, tenant, url);
    const ids = { environmentId, endpointId, id: newId('whd'), eventId: newId('evt') };
    await insertPing(app.db, { ...ids, body: '{}' });
  }
  const dispatcher = openDispatcher(app, openSender(app.config, lookup ? { lookup } : {}));
  while (await deliverDue(dispatcher));
  const rows = await app.db<{ url: string; word: string }>`
    select e.url, coalesce(a.error, a.response_status::text) as word
    from webhook_deliveries d
    join webhook_endpoints e on e.environment_id = d.environment_id and e.id = d.endpoint_id
    join webhook_attempts a on a.environment_id = d.environment_id and a.delivery_id = d.id
    where d.environment_id = ${environmentId}`;
  assert.equal(rows.length, urls.length);
  return new Map(rows.map(({ url, word }) => [url, word]));
}

/** A delivery of a new endpoint, as it ended after one attempt. */
export async function storedDelivery(
  app: App,
  environmentId: EnvironmentId,
  url: string,
  status: 'succeeded' | 'failed',
): Promise<void> {
  const endpoint = newId('whe');
  await app.db`
    insert into webhook_endpoints (environment_id, id, url, events, secret, created_at, updated_at)
    values (${environmentId}, ${endpoint}, ${url}, '{}', 'v1:any', now(), now())`;
  await app.db`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event,
      resource_id, body, status, failure_reason, attempts, next_attempt_at, created_at)
    values (${environmentId}, ${newId('whd')}, ${endpoint}, ${newId('evt')}, 'deposit.confirmed',
      ${newId('dep')}, '{}', ${status},
      case ${status} when 'failed' then 'endpoint_disabled' end, 1, null,
      environment_now(${environmentId}))`;
}
