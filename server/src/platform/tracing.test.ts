import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runPonte } from '../../test/contract/ponte.ts';
import { send } from '../../test/contract/requests.ts';
import { listen } from '../../test/listen.ts';
import { ADDRESS, DEPOSIT } from '../../test/merchant.ts';
import { until } from '../../test/receiver.ts';
import { makeDirectory, startNode } from '../../test/roles/node.ts';
import { isObject } from './json.ts';

interface Span {
  readonly traceId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly service: unknown;
}

/** An OTLP collector that keeps what it gets, both as raw bodies and as spans. */
async function openCollector(t: TestContext) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listen(server);
  t.after(() => server.close());
  return {
    url: `http://127.0.0.1:${String(port)}`,
    bodies,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body))),
  };
}

function listAt(value: unknown, key: string): Record<string, unknown>[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function attributesOf(value: unknown): Map<string, unknown> {
  return new Map(
    listAt(value, 'attributes').map(({ key, value: held }) => [
      String(key),
      isObject(held) ? Object.values(held)[0] : undefined,
    ]),
  );
}

function spansIn(body: unknown): Span[] {
  return listAt(body, 'resourceSpans').flatMap((sent) => {
    const service = attributesOf(sent['resource']).get('service.name');
    return listAt(sent, 'scopeSpans').flatMap((scope) =>
      listAt(scope, 'spans').map((span) => ({
        traceId: String(span['traceId']),
        name: String(span['name']),
        kind: Number(span['kind']),
        attributes: attributesOf(span),
        service,
      })),
    );
  });
}

const [SERVER, CLIENT] = [2, 3];

test('a request is one trace across HTTP, database and provider, without any secrets', async (t) => {
  const collector = await openCollector(t);
  const dataDir = join(await makeDirectory(t), 'data');
  const node = await startNode(t, ['start'], {
    PONTE_DATA_DIR: dataDir,
    PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // Nothing is exported before the shutdown, which has to flush it.
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  });
  const command = async (...args: string[]): Promise<string> => {
    const ended = await runPonte({ databaseUrl: '', dataDir }, [...args, '--json'], { PORT: '0' });
    assert.equal(ended.status, 0, ended.errors);
    return ended.output;
  };
  const accountId = /acc_\w+/.exec(await command('account', 'list'))?.[0] ?? '';
  const made = await command(
    ...['key', 'create', '--account', accountId, '--mode', 'test', '--scopes', 'all'],
  );
  const key = /pt_test_\w+/.exec(made)?.[0] ?? '';
  const idempotencyKey = randomUUID();
  const headers = { 'idempotency-key': idempotencyKey };
  const path = `/v1/api/wallets?cursor=${'q'.repeat(20)}`;
  await send(node.url, 'GET', path, { key });
  const deposit = await send(node.url, 'POST', '/v1/api/deposit', { key, headers, body: DEPOSIT });
  assert.equal(deposit.status, 201, deposit.text);
  const id = String(deposit.body['id']);
  await send(node.url, 'POST', `/v1/sandbox/deposits/${id}/pay`, { key, body: {} });
  await until(async () => {
    const seen = await send(node.url, 'GET', `/v1/api/deposit/${id}/status`, { key });
    return seen.body['status'] === 'CONFIRMED';
  }, 15_000);
  // A worker has no routes; the API process beside it serves its metrics.
  const metrics = await (await fetch(`${node.url}/metrics`)).text();
  assert.match(
    metrics,
    /^ponte_provider_calls_total\{call="deposit-status",outcome="answered"\} /m,
  );
  await node.stop();

  assertWhole(collector.spans(), deposit.headers['x-request-id']);
  const sent = collector.bodies.join('\n');
  for (const secret of [key, DEPOSIT.taxId, idempotencyKey, 'Bearer', id, 'q'.repeat(20)]) {
    assert.ok(!sent.includes(secret), 'a secret was exported');
  }
  assert.ok(!sent.includes(ADDRESS.test));
});

/** Both a deposit's request and its notice have a trace with provider calls and statements. */
function assertWhole(spans: readonly Span[], requestId: unknown): void {
  const request = spans.find(
    ({ kind, attributes }) => kind === SERVER && attributes.get('http.route') === '/v1/api/deposit',
  );
  assert.ok(request, `no such span among ${String(spans.length)}`);
  assert.equal(request.service, 'ponte-api');
  assert.equal(request.attributes.get('ponte.request_id'), requestId);
  const trace = spans.filter(({ traceId }) => traceId === request.traceId);
  assert.ok(trace.some(({ name }) => name === 'postgresql'));
  assert.ok(trace.some(({ kind }) => kind === CLIENT));
  const news = spans.find(({ name }) => name === 'apply notices');
  assert.equal(news?.service, 'ponte-worker');
  const ofNews = spans.filter(({ traceId }) => traceId === news.traceId);
  assert.ok(ofNews.some(({ kind }) => kind === CLIENT));
  assert.ok(ofNews.some(({ name }) => name === 'postgresql'));
  // Workers poll for work all the time; those statements must not be traced.
  const alone = spans.filter(
    (span) => spans.filter(({ traceId }) => traceId === span.traceId).length === 1,
  );
  assert.deepEqual(
    alone.filter(({ name }) => name === 'postgresql'),
    [],
  );
}
