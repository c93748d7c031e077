import assert from 'node:assert/strict';
import type { App } from '../src/app.ts';
import type { EnvironmentId } from '../src/ids.ts';
import { isObject } from '../src/platform/json.ts';
import type { Call } from './api.ts';
import { testEnvironment } from './app.ts';

interface Taken {
  readonly id: string;
  readonly lease: string;
  readonly event: string;
  readonly attempt: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

export interface Desk {
  readonly environmentId: EnvironmentId;
  readonly key: string;
  readonly id: string;
  readonly endpointId: string;
  readonly secret: string;
  take(limit?: number): Promise<Taken[]>;
  tell(delivery: Taken, responseStatus: number | null, error?: string): Promise<unknown>;
  statuses(): Promise<string[]>;
}

/** A dedicated tenant whose only listener is called `desk`. */
export async function openDesk(app: App, call: Call, order: object = {}): Promise<Desk> {
  const { environment, key } = await testEnvironment(app);
  const opened = await call(key, 'POST', 'listeners', { name: 'desk', ...order });
  assert.equal(opened.status, 200);
  const { id, endpointId, secret } = opened.body;
  const path = `listeners/${String(id)}`;
  return {
    ...{ environmentId: environment.id, key, id: String(id) },
    ...{ endpointId: String(endpointId), secret: String(secret) },
    take: async (limit = 16) => {
      const { status, body } = await call(key, 'POST', `${path}/take-deliveries`, { limit });
      assert.equal(status, 200);
      assert.ok(Array.isArray(body['data']));
      return body['data'] as Taken[];
    },
    tell: async ({ id: deliveryId, lease }, responseStatus, error) => {
      const answered = { responseStatus, responseBody: responseStatus === null ? null : 'ok' };
      const result = { deliveryId, lease, durationMs: 7, ...answered, error: error ?? null };
      const { status, body } = await call(key, 'POST', `${path}/results`, { results: [result] });
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(Array.isArray(body['recorded']));
      return body['recorded'][0];
    },
    statuses: async () => {
      const { body } = await call(key, 'GET', 'webhook-deliveries');
      assert.ok(Array.isArray(body['data']));
      return body['data'].map((row: unknown) => (isObject(row) ? String(row['status']) : ''));
    },
  };
}
