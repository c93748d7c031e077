import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { storedCheckout, storedLink } from '../../test/checkouts.ts';
import { followPage, openPage } from '../../test/follow-page.ts';
import { openGateway, openNode } from '../../test/gateway.ts';
import { openMerchant, STRANGER } from '../../test/merchant.ts';
import { until } from '../../test/receiver.ts';
import { type CheckoutWatch, watchCheckouts } from '../checkouts/watch-checkouts.ts';
import { keyOf } from '../checkouts/store.ts';
import { claimNewKey } from '../idempotency/claim.ts';
import { releaseKey } from '../idempotency/end-key.ts';
import { newId } from '../ids.ts';
import { cents } from '../money.ts';
import { openHttp, type Http } from '../platform/http.ts';
import { type Load, shedLoad } from '../platform/shed.ts';
import { registerLiveRoutes } from './live-routes.ts';

const scope = { after };
const gateway = await openGateway();
const { app } = gateway;
const merchant = await openMerchant(gateway);
const newPage = () => openPage(gateway, merchant);
const pay = (id: string, body?: object) => merchant.command(`deposits/${id}/pay`, body);

interface Node {
  readonly http: Http;
  readonly url: string;
  readonly watch: CheckoutWatch;
  readonly isLoaded: () => boolean;
}

/** Only these routes, on a port of their own. */
async function openLive(
  t: TestContext,
  limits: Parameters<typeof registerLiveRoutes>[2] = {},
): Promise<Node> {
  const watch = watchCheckouts(app);
  const loads: Load[] = [];
  const http = openHttp(app.log, (routes) => {
    loads.push(shedLoad(routes, /^$/));
    registerLiveRoutes(routes, app, limits, watch);
  });
  t.after(() => http.close());
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  return { http, url, watch, isLoaded: () => loads.some((load) => load.isTooMuch()) };
}

test('every node reports a payment to its open pages within a second, and a dispute later', async (t) => {
  const [page, other] = [await newPage(), await openNode(gateway, t)];
  const streams = [
    await followPage(t, gateway.url, page.path),
    await followPage(t, other.url, page.path),
    await followPage(t, other.url, page.path),
  ];
  await until(() => streams.every((stream) => stream.states().length === 1));
  await pay(page.depositId);
  await merchant.reaches(page.depositId, 'CONFIRMED');
  await until(() => streams.every((stream) => stream.states().at(-1) === 'confirmed'), 1_000);
  await merchant.command(`deposits/${page.depositId}/med`);
  await until(() => streams.every((stream) => stream.hasEnded()));
  for (const stream of streams) {
    assert.deepEqual(
      stream.states().filter((state) => state !== 'review'),
      ['waiting', 'confirmed', 'disputed'],
    );
  }
});

test('a stream starts with the current state, uncached and uncompressed, and sends nothing else', async (t) => {
  const page = await newPage();
  const stream = await followPage(t, gateway.url, page.path, { 'accept-encoding': 'gzip, br' });
  await until(() => stream.states().length === 1);
  assert.equal(stream.status, 200);
  assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.equal(stream.headers['cache-control'], 'no-store, no-transform');
  assert.equal(stream.headers['x-accel-buffering'], 'no');
  assert.equal(stream.headers['content-encoding'], undefined);
  assert.ok(stream.headers['x-request-id']);
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  assert.match(metrics, /^ponte_open_pages [1-9]/m);
  assert.match(metrics, /^ponte_checkout_readings_total\{reason="listening"\} [1-9]/m);
  assert.match(
    stream.text(),
    /^retry: (1[5-9]\d\d|2[0-4]\d\d)\n\nid: waiting\nevent: state\ndata: waiting\n\n$/,
  );
});

test('a stream ends with the final state, and a client that has seen it gets 204', async (t) => {
  const page = await newPage();
  const first = await followPage(t, gateway.url, page.path);
  await pay(page.depositId, { payerTaxId: STRANGER });
  await until(() => first.hasEnded());
  assert.equal(first.states().at(-1), 'returned');
  const missed = await followPage(t, gateway.url, page.path, { 'last-event-id': 'waiting' });
  await until(() => missed.hasEnded());
  assert.deepEqual(missed.states(), ['returned']);
  const reconnected = await followPage(t, gateway.url, page.path, { 'last-event-id': 'returned' });
  assert.equal(reconnected.status, 204);
});

test('a payer waiting for a code that is no longer being created is sent back to the form', async (t) => {
  const link = await storedLink(app, merchant);
  const [environmentId, resourceId] = [merchant.environment.id, newId('dep')];
  const order = { environmentId, id: resourceId, amountCents: cents(5_000) };
  const checkout = await storedCheckout(app, order, link.id);
  const path = `/pay/${link.slug}/${checkout.token}`;
  const claim = await claimNewKey(app, {
    environmentId,
    mode: 'test',
    key: keyOf(checkout),
    operation: 'deposit',
    resourceId,
    nonce: randomUUID(),
    intent: {},
    fingerprint: randomBytes(32),
  });
  assert.ok(claim);
  const stream = await followPage(t, gateway.url, path);
  await until(() => stream.states().length === 1);
  // As happens where the provider's budget is used up.
  await releaseKey(app.db, claim);
  await until(() => stream.hasEnded());
  assert.deepEqual(stream.states(), ['creating', 'form']);
  const look = await fetch(`${gateway.url}${path}/status`);
  assert.deepEqual(await look.json(), { state: 'form' });
  const reconnected = await followPage(t, gateway.url, path, { 'last-event-id': 'form' });
  assert.equal(reconnected.status, 204);
  const page = await fetch(`${gateway.url}${path}`, { redirect: 'manual' });
  assert.equal(page.headers.get('location'), `/pay/${link.slug}`);
});

test('the status route returns the state, uncached', async () => {
  const page = await newPage();
  const answer = await fetch(`${gateway.url}${page.path}/status`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.deepEqual(await answer.json(), { state: 'waiting' });
});

test('a page is found only under its own link and by its complete token', async () => {
  const [page, other] = [await newPage(), await newPage()];
  for (const path of [
    `/pay/${other.slug}/${page.token}`,
    `/pay/${page.slug}/${page.token.slice(1)}`,
    `/pay/${page.slug}/${page.token.slice(1)}%00`,
    `/pay/${page.slug}/${'0'.repeat(22)}`,
    `/pay/%00/${page.token}`,
  ]) {
    for (const what of ['status', 'events']) {
      assert.equal((await fetch(`${gateway.url}${path}/${what}`)).status, 404, `${path}/${what}`);
    }
  }
  const head = await fetch(`${gateway.url}${page.path}/events`, { method: 'HEAD' });
  assert.equal(head.status, 405);
});

test('heartbeats keep a stream open past the idle timeout, until its lifetime ends', async (t) => {
  const { http, url } = await openLive(t, { heartbeatMs: 150, lifeMs: 1_500 });
  http.server.timeout = 600;
  const page = await newPage();
  const openedAt = performance.now();
  const stream = await followPage(t, url, page.path);
  await until(() => stream.hasEnded());
  assert.ok(performance.now() - openedAt >= 1_400);
  assert.ok(stream.text().split(':\n\n').length > 5);
});

test('clients that disconnect without notice leave neither watches nor connections behind', async (t) => {
  const { http, url, watch } = await openLive(t);
  const [page, other] = [await newPage(), await newPage()];
  const streams = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      followPage(t, url, (index % 2 === 0 ? page : other).path),
    ),
  );
  assert.equal(watch.standing().watched, 2);
  for (const stream of streams) stream.close();
  await until(() => watch.standing().watched === 0);
  const countConnections = promisify(http.server.getConnections.bind(http.server));
  await until(async () => (await countConnections()) === 0);
});

test('a client that does not read is disconnected when too much output is buffered', async (t) => {
  const { http, url, watch } = await openLive(t, { heartbeatMs: 150 });
  const sockets: Socket[] = [];
  http.server.on('connection', (socket: Socket) => sockets.push(socket));
  const page = await newPage();
  const stream = await followPage(t, url, page.path);
  stream.pause();
  // More than the socket buffers of the machine hold.
  for (const socket of sockets) socket.write(Buffer.alloc(64 * 1024 * 1024));
  await until(() => sockets.every((socket) => socket.destroyed));
  await until(() => watch.standing().watched === 0);
});

test('open streams are limited in total and per client address', async (t) => {
  const page = await newPage();
  const few = await openLive(t, { streams: 2 });
  const streams = [
    await followPage(t, few.url, page.path),
    await followPage(t, few.url, page.path),
  ];
  const refused = await followPage(t, few.url, page.path);
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '10']);
  streams[0]?.close();
  await until(async () => (await followPage(t, few.url, page.path)).status === 200);
  const single = await openLive(t, { streamsOfNetwork: 1 });
  assert.equal((await followPage(t, single.url, page.path)).status, 200);
  const second = await followPage(t, single.url, page.path);
  assert.deepEqual([second.status, second.headers['retry-after']], [429, '10']);
});

test('a node that shuts down ends its streams promptly and stops watching', async (t) => {
  const { http, url, watch } = await openLive(t);
  const page = await newPage();
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => followPage(t, url, page.path)),
  );
  const startedAt = performance.now();
  await http.close();
  // Connections that have to be cut would have been given 25 seconds.
  assert.ok(performance.now() - startedAt < 10_000);
  await until(() => streams.every((stream) => stream.hasEnded()));
  assert.deepEqual(watch.standing(), { watched: 0, isListening: false });
});

test('open streams do not count as load', async (t) => {
  const { isLoaded, url } = await openLive(t);
  const page = await newPage();
  await Promise.all(Array.from({ length: 300 }, () => followPage(t, url, page.path)));
  // Longer than one measurement of the load.
  const enough = performance.now() + 1_200;
  await until(() => {
    assert.equal(isLoaded(), false);
    return performance.now() > enough;
  });
  assert.equal((await fetch(`${url}${page.path}/status`)).status, 200);
});

test('status requests are rate limited per client address, even for unknown pages', async (t) => {
  const { http } = await openLive(t, { looks: { perSecond: 0.01, burst: 3 } });
  const unknownPage = { method: 'GET', url: `/pay/bcd/${'0'.repeat(22)}/status` } as const;
  const answers = await Promise.all(Array.from({ length: 4 }, () => http.inject(unknownPage)));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [404, 404, 404, 429]);
  const elsewhere = await http.inject({ ...unknownPage, remoteAddress: '10.1.2.3' });
  assert.equal(elsewhere.statusCode, 404);
});

test('a stream writes one log line, when it ends, whatever its number of heartbeats', async (t) => {
  const lines: object[] = [];
  const log = app.log.child({}, { level: 'silent' });
  log.info = (line: unknown) => {
    if (typeof line === 'object' && line !== null) lines.push(line);
  };
  const http = openHttp(log, (routes) => registerLiveRoutes(routes, app, { heartbeatMs: 30 }));
  t.after(() => http.close());
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const page = await newPage();
  const stream = await followPage(scope, url, page.path);
  await until(() => stream.text().split(':\n\n').length > 10);
  assert.deepEqual(lines, []);
  stream.close();
  await until(() => lines.length === 1);
  const text = JSON.stringify(lines);
  assert.match(text, /"route":"\/pay\/:slug\/:token\/events"/);
  assert.equal(text.includes(page.token), false);
});
