import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after } from 'node:test';
import type { Mode } from '../src/accounts/environment.ts';
import { updateEnvironment } from '../src/accounts/store.ts';
import { isObject } from '../src/platform/json.ts';
import { NO_LIMIT, type TestTenant, testEnvironment } from './app.ts';
import type { Scope } from './database.ts';
import type { Gateway } from './gateway.ts';
import { checkAnswer, type Reference, reference } from './openapi.ts';
import { eventsOf } from './operator.ts';
import { openReceiver, until } from './receiver.ts';

/** One address for each network; nobody has its key. */
export const ADDRESS: Readonly<Record<Mode, string>> = {
  test: 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643',
  live: 'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6',
};

export const PAYER = '12345678909';
export const STRANGER = '11144477735';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface Merchant extends TestTenant {
  readonly walletId: string;
  /** `path` begins with a slash; a body is sent as JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A deposit created under a fresh key: the response body. */
  deposit(order?: object): Promise<Record<string, unknown>>;
  withdraw(order?: object): Promise<Record<string, unknown>>;
  /** A sandbox command, which must be accepted. */
  command(path: string, body?: object): Promise<void>;
  /** The status route's response for a deposit or a withdrawal. */
  status(id: string): Promise<Record<string, unknown>>;
  /** The status route's response once `isSo` holds. */
  reaches(
    id: string,
    isSo: string | ((seen: Record<string, unknown>) => boolean),
    deadlineMs?: number,
  ): Promise<Record<string, unknown>>;
  /** The kinds of the events recorded for a resource, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  list(path: string): Promise<Record<string, unknown>[]>;
  /** What the provider has for the merchant, newest first. */
  books(): Promise<{ charges: Record<string, unknown>[]; withdrawals: Record<string, unknown>[] }>;
}

/** A dedicated account with one wallet, and rate limits that no test reaches. */
export async function openMerchant(gateway: Gateway, mode: Mode = 'test'): Promise<Merchant> {
  const tenant = await testEnvironment(gateway.app, mode);
  await updateEnvironment(gateway.app.db, { ...tenant.environment, rates: NO_LIMIT });
  const call = callAs(gateway.url, tenant.key);
  const order = { liquidAddress: ADDRESS[mode] };
  const wallet = await admitted(() => call('POST', '/v1/api/wallets', order));
  assert.equal(wallet.status, 201, wallet.text);
  return {
    ...tenant,
    walletId: String(wallet.body['id']),
    call,
    ...verbsOf(call),
    eventsOf: (id) => eventsOf(gateway.app, id),
  };
}

/**
 * The response once it is not shed: a gateway on an overloaded machine sheds its first requests.
 */
export async function admitted<Given extends { readonly status: number }>(
  ask: () => Promise<Given>,
): Promise<Given> {
  let answer = await ask();
  await until(async () => answer.status !== 503 || (answer = await ask()).status !== 503, 30_000);
  return answer;
}

type Call = Merchant['call'];

/** @param by what responses are validated against, if not our own description */
export function callAs(base: string, key: string, by?: Reference): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    const seen = { method, path, status, headers: Object.fromEntries(response.headers), text };
    checkAnswer(seen, by);
    const parsed: unknown = text === '' ? {} : JSON.parse(text);
    assert.ok(isObject(parsed), text);
    return { status, headers: response.headers, text, body: parsed };
  };
}

function verbsOf(call: Call): Omit<Merchant, keyof TestTenant | 'walletId' | 'call' | 'eventsOf'> {
  const create = async (path: string, order: object): Promise<Record<string, unknown>> => {
    const answer = await call('POST', path, order, { 'idempotency-key': randomUUID() });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const status = async (id: string): Promise<Record<string, unknown>> => {
    const noun = id.startsWith('dep_') ? 'deposit' : 'withdraw';
    const answer = await call('GET', `/v1/api/${noun}/${id}/status`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const list = async (path: string): Promise<Record<string, unknown>[]> => {
    const { body } = await call('GET', path);
    const rows = body['data'] ?? body['alerts'];
    assert.ok(Array.isArray(rows) && rows.every(isObject), JSON.stringify(body));
    return rows;
  };
  return {
    status,
    list,
    books: async () => {
      const { charges, withdrawals } = (await call('GET', '/v1/sandbox/provider')).body;
      assert.ok(Array.isArray(charges) && charges.every(isObject));
      assert.ok(Array.isArray(withdrawals) && withdrawals.every(isObject));
      return { charges, withdrawals };
    },
    deposit: (order = {}) => create('/v1/api/deposit', { ...DEPOSIT, ...order }),
    withdraw: (order = {}) => create('/v1/api/withdraw', { ...WITHDRAWAL, ...order }),
    command: async (path, body) => {
      const answer = await call('POST', `/v1/sandbox/${path}`, body);
      assert.equal(answer.status, 202, answer.text);
      assert.deepEqual(answer.body, { accepted: true });
    },
    reaches: async (id, isSo, deadlineMs) => {
      const holds =
        typeof isSo === 'string' ? (seen: object) => Reflect.get(seen, 'status') === isSo : isSo;
      let seen: Record<string, unknown> = {};
      await until(async () => holds((seen = await status(id))), deadlineMs).catch(
        (cause: unknown) => {
          throw new Error(`still ${JSON.stringify(seen)}`, { cause });
        },
      );
      return seen;
    },
  };
}

/** Valid orders. */
export const DEPOSIT = { amountCents: 5_000, taxId: PAYER };
export const WITHDRAWAL = {
  amountCents: 5_000,
  pixKeyType: 'EMAIL',
  pixKey: 'maria@example.com',
  taxId: PAYER,
};

export interface Notified {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A webhook endpoint of the merchant's: what it received, each with its signatures verified. */
export async function openEndpoint(
  merchant: Merchant,
  events?: readonly string[],
  scope: Scope = { after },
): Promise<{ notified: () => Notified[]; bodies: () => string[] }> {
  const receiver = await openReceiver(scope);
  const order = { url: receiver.url, ...(events && { events }) };
  const { status, body, text } = await merchant.call('POST', '/v1/api/webhook-endpoints', order);
  assert.equal(status, 201, text);
  const secret = String(body['secret']);
  return {
    bodies: () => receiver.received.map((request) => request.body),
    notified: () =>
      receiver.received.map(({ headers, body }) => {
        const plain = createHmac('sha256', secret).update(body).digest('hex');
        assert.equal(headers['x-webhook-signature'], `sha256=${plain}`);
        const id = String(headers['webhook-id']);
        const content = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const standard = createHmac('sha256', key).update(content).digest('base64');
        assert.equal(headers['webhook-signature'], `v1,${standard}`);
        // The signature shows that the gateway wrote it, in the shape that contract tests check.
        const notified = JSON.parse(body) as Notified;
        assert.equal(headers['x-webhook-event'], notified.event);
        const pointer = `/webhooks/${notified.event}/post/requestBody/content`;
        reference.validate(`${pointer}/application~1json/schema`, notified);
        return notified;
      }),
  };
}
