import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { openApi, refusalOf } from '../../test/api.ts';
import { testApp, testEnvironment } from '../../test/app.ts';
import { HOSTILE_HOSTS } from '../../test/hostile-hosts.ts';
import { openReceiver, until } from '../../test/receiver.ts';
import { openTrap } from '../../test/trap.ts';
import {
  allDeliveries,
  answering,
  deliverDue,
  deliverTo,
  recordDeposits,
  smuggle,
} from '../../test/webhooks.ts';
import type { Mode } from '../accounts/environment.ts';
import { openDispatcher } from './deliver.ts';
import { isLocalhost } from './host-name.ts';
import type { Lookup } from './lookup.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { registerWebhookRoutes } from './routes.ts';
import { listEndpoints } from './store.ts';
import { hostOf } from './target.ts';

const HOSTS = Object.values(HOSTILE_HOSTS).flat();

/** No database can store a lone surrogate or a NUL character. */
function isStorable(url: string): boolean {
  return url.isWellFormed() && !url.includes('\u0000');
}

const POLICIES: readonly (readonly [string, Mode, Record<string, string>])[] = [
  ['live', 'live', { PONTE_BASE_URL: 'https://ponte.example' }],
  ['live on a workstation', 'live', {}],
  ['live, private refused', 'live', { PONTE_WEBHOOK_ALLOW_PRIVATE: 'false' }],
  ['test in public', 'test', { PONTE_BASE_URL: 'https://ponte.example' }],
  ['test, private refused', 'test', { PONTE_WEBHOOK_ALLOW_PRIVATE: 'false' }],
];

test('the table has at least 150 distinct hosts', () => {
  assert.ok(HOSTS.length >= 150, String(HOSTS.length));
  assert.equal(new Set(HOSTS).size, HOSTS.length);
});

for (const [name, mode, env] of POLICIES) {
  test(`${name}: a hostile URL cannot be registered, nor set by a change, nor sent to`, async (t) => {
    const trap = await openTrap(t);
    const app = await testApp(t, { env });
    const tenant = await testEnvironment(app, mode);
    await app.db`update environments set read_rate = 100000, read_burst = 100000`;
    const call = openApi(app, registerWebhookRoutes);
    const harmless = await smuggle(app, tenant, 'https://shop.example/hook');
    const urls = HOSTS.flatMap((host) => [
      `https://${host}:${String(trap.port)}/hook`,
      `http://${host}:${String(trap.port)}/hook`,
    ]);
    for (const url of urls) {
      const registered = await call(tenant.key, 'POST', 'webhook-endpoints', { url });
      assert.equal(refusalOf(registered), '400 invalid_url', JSON.stringify(url));
      const path = `webhook-endpoints/${harmless}`;
      const changed = await call(tenant.key, 'PATCH', path, { url });
      assert.equal(refusalOf(changed), '400 invalid_url', JSON.stringify(url));
    }
    const endpoints = await listEndpoints(app.db, tenant.environment.id, undefined, 10);
    assert.deepEqual(
      endpoints.map(({ url }) => url),
      ['https://shop.example/hook'],
    );
    const storable = urls.filter(isStorable);
    const words = await deliverTo(app, tenant, storable);
    for (const url of storable)
      assert.equal(words.get(url), 'forbidden_target', JSON.stringify(url));
    assert.equal(trap.caught(), 0);
  });
}

/** Whether the host is this machine's loopback in any spelling. */
function isLoopbackHost(host: string): boolean {
  if (!URL.canParse(`http://${host}/`)) return false;
  const { hostname, username, password } = new URL(`http://${host}/`);
  const plain = hostOf(new URL(`http://${hostname}/`));
  if (username !== '' || password !== '') return false;
  return plain === '::1' || plain.startsWith('127.') || isLocalhost(plain);
}

for (const mode of ['test', 'live'] as const) {
  test(`${mode}, private addresses allowed: reserved ports are refused in every spelling of loopback`, async (t) => {
    const trap = await openTrap(t);
    const env = {
      PONTE_WEBHOOK_ALLOW_PRIVATE: 'true',
      PONTE_RESERVED_PORTS: String(trap.port),
    };
    const app = await testApp(t, { env });
    const tenant = await testEnvironment(app, mode);
    const call = openApi(app, registerWebhookRoutes);
    const loopback = HOSTS.filter(isLoopbackHost);
    assert.ok(loopback.length > 50, String(loopback.length));
    const scheme = mode === 'live' ? 'https' : 'http';
    const urls = loopback.map((host) => `${scheme}://${host}:${String(trap.port)}/hook`);
    for (const url of urls) {
      const registered = await call(tenant.key, 'POST', 'webhook-endpoints', { url });
      assert.equal(refusalOf(registered), '400 invalid_url', JSON.stringify(url));
    }
    const storable = urls.filter(isStorable);
    const words = await deliverTo(app, tenant, storable);
    for (const url of storable)
      assert.equal(words.get(url), 'forbidden_target', JSON.stringify(url));
    assert.equal(trap.caught(), 0);
  });
}

test('as a control, every spelling of loopback reaches the trap if private addresses are allowed', async (t) => {
  const trap = await openTrap(t);
  const app = await testApp(t);
  const tenant = await testEnvironment(app);
  const loopback = HOSTS.filter((host) => isLoopbackHost(host) && !/[\s\\\p{C}]/u.test(host));
  const urls = loopback.map((host) => `http://${host}:${String(trap.port)}/hook`);
  const words = await deliverTo(app, tenant, urls.filter(isStorable));
  const reached = [...words.values()].filter((word) => word === 'connection_failed');
  assert.ok(reached.length > 50, JSON.stringify([...words]));
  assert.ok(trap.caught() >= reached.length, String(trap.caught()));
});

test('if private addresses are allowed, metadata and reserved ones still are not', async (t) => {
  const receiver = await answering(t, 200);
  const app = await testApp(t);
  const tenant = await testEnvironment(app);
  const never = [
    ...HOSTILE_HOSTS['link-local and metadata'],
    ...HOSTILE_HOSTS['reserved networks'],
    ...HOSTILE_HOSTS['IPv4 in other IPv6'],
    'metadata.google.internal',
    'metadata',
    'instance-data',
  ].map((host) => `http://${host}/hook`);
  const words = await deliverTo(app, tenant, [...never, receiver.url]);
  for (const url of never) assert.equal(words.get(url), 'forbidden_target', url);
  assert.equal(words.get(receiver.url), '200');
});

test('a host name is refused if any address that it resolves to is forbidden', async (t) => {
  const trap = await openTrap(t);
  const app = await testApp(t, { env: { PONTE_BASE_URL: 'https://ponte.example' } });
  const tenant = await testEnvironment(app);
  let turn = 0;
  const answers: Record<string, () => readonly string[]> = {
    'private.example': () => ['127.0.0.1'],
    'private6.example': () => ['::1'],
    'mapped.example': () => ['::ffff:127.0.0.1'],
    'second.example': () => ['8.8.8.8', '127.0.0.1'],
    'first.example': () => ['127.0.0.1', '8.8.8.8'],
    'metadata.example': () => ['169.254.169.254'],
    'none.example': () => ['0.0.0.0'],
    'zone.example': () => ['fe80::1%eth0'],
    'nonsense.example': () => ['not an address'],
    'changing.example': () => ((turn += 1) % 2 === 0 ? ['8.8.8.8'] : ['127.0.0.1']),
  };
  const lookup: Lookup = async (host) => answers[host]?.() ?? [];
  const urls = Object.keys(answers).map((host) => `http://${host}:${String(trap.port)}/hook`);
  const words = await deliverTo(app, tenant, urls, lookup);
  for (const url of urls) assert.equal(words.get(url), 'forbidden_target', url);
  assert.equal(turn, 1);
  assert.equal(trap.caught(), 0);
});

test('no redirect is followed, whatever its status and target', async (t) => {
  const trap = await openTrap(t);
  const app = await testApp(t);
  const tenant = await testEnvironment(app);
  const receiver = await openReceiver(t, (request, response) => {
    const [status, host] = (request.url ?? '').slice(1).split('/');
    response
      .writeHead(Number(status), {
        location: `http://${String(host)}:${String(trap.port)}/`,
        refresh: `0; url=http://127.0.0.1:${String(trap.port)}/`,
      })
      .end();
  });
  const statuses = [300, 301, 302, 303, 307, 308];
  const urls = statuses.flatMap((status) =>
    ['127.0.0.1', '[::1]', 'localhost'].map((host) =>
      receiver.url.replace('/hook', `/${String(status)}/${host}`),
    ),
  );
  const words = await deliverTo(app, tenant, urls);
  for (const url of urls) assert.match(String(words.get(url)), /^30\d$/, url);
  assert.equal(receiver.received.length, urls.length);
  assert.equal(trap.caught(), 0);
});

test('a receiver cannot keep an idle connection open', async (t) => {
  const sockets = new Set<Socket>();
  const receiver = await openReceiver(t, ({ socket }, response) => {
    sockets.add(socket);
    response
      .setHeader('keep-alive', 'timeout=600')
      .end(() => setImmediate(() => socket.setTimeout(0)));
  });
  const app = await testApp(t);
  const words = await deliverTo(app, await testEnvironment(app), [receiver.url]);
  assert.equal(words.get(receiver.url), '200');
  await until(() => [...sockets].every(({ closed }) => closed), 10_000);
});

test('proxy environment variables are ignored', async (t) => {
  const trap = await openTrap(t);
  const receiver = await answering(t, 200);
  const proxy = `http://127.0.0.1:${String(trap.port)}`;
  const code = `
    const { openSender } = await import(${JSON.stringify(join(import.meta.dirname, 'send.ts'))});
    const send = openSender({ isOnOwnDesk: true, webhooks: { reservedPorts: [] } });
    const delivery = { mode: 'test', url: ${JSON.stringify(receiver.url)}, eventId: 'evt_1', event: 'test.ping',
      sequence: null, body: '{}', leasedAt: new Date() };
    const { responseStatus, error } = await send(delivery, ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=']);
    console.log(JSON.stringify([responseStatus, error]));
    process.exit();`;
  const names = ['http_proxy', 'https_proxy', 'all_proxy'];
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: {
      ...process.env,
      ...Object.fromEntries(
        names.flatMap((name) => [
          [name, proxy],
          [name.toUpperCase(), proxy],
        ]),
      ),
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: '',
      no_proxy: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const part of child.stdout) printed += String(part);
  assert.equal(printed.trim(), '[200,null]');
  assert.equal(receiver.received.length, 1);
  assert.equal(trap.caught(), 0);
});

test('an endpoint registered while private addresses were allowed gets nothing once they are not', async (t) => {
  const receiver = await answering(t, 200);
  const app = await testApp(t);
  const tenant = await testEnvironment(app);
  await registerEndpoint(app, tenant.environment, { url: receiver.url });
  await recordDeposits(app, tenant.environment.id);
  const strict = { ...app.config, webhooks: { ...app.config.webhooks, allowPrivate: false } };
  await deliverDue(openDispatcher({ ...app, config: strict }));
  const [delivery] = await allDeliveries(app, tenant.environment.id);
  assert.equal(delivery?.attempts[0]?.error, 'forbidden_target');
  assert.equal(receiver.received.length, 0);
});
