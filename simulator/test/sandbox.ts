import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../src/config.ts';
import { startSimulator } from '../src/server.ts';

export const SECRET = 'control-secret-for-tests';
const WEBHOOK_SECRET = 'webhook-secret-0123456789';
export const ADDRESS = 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643';

/** A dedicated database on the test server. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env['PONTE_TEST_DATABASE_URL'];
  if (!server) throw new Error('PONTE_TEST_DATABASE_URL is not set');
  const name = `sandbox_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

export const configOf = (databaseUrl: string, change: Partial<Config> = {}): Config => ({
  databaseUrl,
  databasePooled: false,
  host: '127.0.0.1',
  port: 0,
  secret: SECRET,
  strict: false,
  generation: 'current',
  depixAssetId: '0d5e7e57'.repeat(8),
  depositFeeCents: 99,
  ...change,
});

/** A test's context, or the file as a whole. */
interface Scope {
  after(release: () => Promise<void>): void;
}

/** A simulator in this process, with a dedicated database; both gone when the scope has ended. */
export async function openSandbox(change: Partial<Config> = {}, scope: Scope = { after }) {
  const database = await createDatabase();
  const simulator = await startSimulator(configOf(database.url, change));
  scope.after(async () => {
    await simulator.close();
    await database.drop();
  });
  return { url: simulator.url, database };
}

/** A simulator whose partners get their notices. */
export async function openNotified() {
  const sandbox = await openSandbox();
  const receiver = await openReceiver();
  after(() => receiver.close());
  return {
    sandbox,
    receiver,
    newPartner: async () => {
      const partner = partnerAt(sandbox.url);
      await partner.control('PUT', 'webhooks', receiver.webhooks);
      return partner;
    },
    /** What notices reported of a charge or withdrawal, once this many have arrived. */
    reported: async (id: string, count: number) => {
      await until(() => receiver.of(id).length >= count);
      return receiver.of(id).map(({ body }) => body['status'] ?? body['webhookType']);
    },
  };
}

/** Waits for a condition; the deadline is only for what never comes. */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline)
      throw new Error('the condition was not met within 30 seconds');
    await pause(10);
  }
}

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  /** The envelope's content. */
  readonly response: Json;
}

async function call(url: string, init: RequestInit): Promise<Answer> {
  const reply = await fetch(url, init);
  const text = await reply.text();
  // Every body of the sandbox is a JSON object, a list or nothing; tests look into it freely.
  const body = (text === '' ? {} : JSON.parse(text)) as Json;
  return { status: reply.status, headers: reply.headers, body, response: body['response'] as Json };
}

export function tokenOf(partner: string, claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const all = { sub: partner, exp, scope: ['deposit', 'withdraw', 'user'], ...claims };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(all)}.${part({})}`;
}

/** One partner's view of a sandbox, as a client of the provider and as its puppeteer. */
export function partnerAt(url: string, name = `env_${randomUUID()}`) {
  const api = (method: string, path: string, body?: object, headers: Json = {}) =>
    call(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenOf(name)}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const control = (method: string, path: string, body?: object) =>
    call(`${url}/control/partners/${name}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${SECRET}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const order = { amountInCents: 5000, endUserTaxNumber: '01234567890', depixAddress: ADDRESS };
  const deposit = (change: object = {}, nonce?: string) =>
    api('POST', 'deposit', { ...order, ...change }, nonce ? { 'x-nonce': nonce } : {});
  const withdraw = (change: object = { payoutAmountInCents: 12345 }, nonce?: string) =>
    api(
      'POST',
      'withdraw',
      { pixKey: 'a@b.example', taxNumber: '01234567890', ...change },
      nonce ? { 'x-nonce': nonce } : {},
    );
  const newCharge = async (change: object = {}) => String((await deposit(change)).response['id']);
  const newWithdrawal = async (change?: object) =>
    String((await withdraw(change)).response['withdrawalId']);
  const depositStatus = async (id: string) =>
    (await api('GET', `deposit-status?id=${id}`)).response;
  const withdrawStatus = async (id: string) =>
    (await api('GET', `withdraw-status?id=${id}`)).response;
  return {
    name,
    api,
    control,
    deposit,
    withdraw,
    newCharge,
    newWithdrawal,
    depositStatus,
    withdrawStatus,
    /** Oldest first. */
    books: async () => {
      const { body } = await control('GET', 'books');
      // The control API's own shape.
      const { charges, withdrawals } = body as unknown as { charges: Json[]; withdrawals: Json[] };
      return { charges: charges.toReversed(), withdrawals: withdrawals.toReversed() };
    },
    /** Resolves when the charge has this status. */
    charge: (id: string, status: string) => reaches(status, () => depositStatus(id)),
    withdrawal: (id: string, status: string) => reaches(status, () => withdrawStatus(id)),
  };
}

const reaches = (status: string, look: () => Promise<Json>): Promise<Json> =>
  until(async () => {
    const seen = await look();
    return seen['status'] === status && seen;
  });

export interface Notice {
  readonly path: string;
  readonly authorization: string;
  readonly body: Json;
  readonly at: number;
}

/** Receives notices; `answer` gives the status, and may take its time. */
export async function openReceiver(
  answer: () => Promise<number> | number = () => 200,
  listensAt = 0,
) {
  const notices: Notice[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      notices.push({
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        // The simulator only ever sends JSON objects.
        body: JSON.parse(text) as Json,
        at: Date.now(),
      });
      void Promise.resolve(answer()).then((status) => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(listensAt, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    notices,
    webhooks: { url: `http://127.0.0.1:${port}/provider/webhooks`, secret: WEBHOOK_SECRET },
    /** The notices received so far about one charge or withdrawal. */
    of: (id: string) =>
      notices.filter(({ body }) => (body['qrId'] ?? String(body['id']).replaceAll('-', '')) === id),
    close,
  };
}
