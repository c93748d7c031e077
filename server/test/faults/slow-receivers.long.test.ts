import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testApp, testEnvironment } from '../app.ts';
import { listen } from '../listen.ts';
import { deliverTo } from '../webhooks.ts';

const ZEROS = 50_000_000;

const timers = new Set<NodeJS.Timeout>();
const later = (ms: number, work: () => void): void => void timers.add(setTimeout(work, ms));
const often = (ms: number, work: () => void): void => void timers.add(setInterval(work, ms));

/** What a receiver does with a webhook, and what is recorded about it. */
const RECEIVERS: Readonly<Record<string, { word: string; answer(to: ServerResponse): void }>> = {
  '/after-14-seconds': { word: '200', answer: (to) => later(14_000, () => to.end('ok')) },
  '/after-16-seconds': { word: 'timeout', answer: (to) => later(16_000, () => to.end('ok')) },
  '/never': { word: 'timeout', answer: () => undefined },
  '/head-alone': { word: 'response_too_slow', answer: (to) => to.writeHead(200).flushHeaders() },
  '/a-byte-a-second': {
    word: 'response_too_slow',
    answer: (to) => {
      to.writeHead(200);
      often(1_000, () => to.write('.'));
    },
  },
  '/without-end': {
    word: '200',
    answer: (to) => {
      to.writeHead(200);
      often(5, () => to.write('x'.repeat(16_000)));
    },
  },
  '/packed-bomb': {
    word: '200',
    answer: (to) => {
      to.writeHead(200, { 'content-encoding': 'gzip' });
      to.end(gzipSync(Buffer.alloc(ZEROS)));
    },
  },
};

test('each slow receiver gets 15 seconds and no more, and none exhausts memory', async (t) => {
  const app = await testApp();
  const tenant = await testEnvironment(app);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => RECEIVERS[request.url ?? '']?.answer(response));
  });
  const port = await listen(server);
  after(() => {
    for (const timer of timers) clearInterval(timer);
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${String(port)}`;
  const paths = Object.keys(RECEIVERS);
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  const words = await deliverTo(
    app,
    tenant,
    paths.map((path) => base + path),
  );
  const tookMs = performance.now() - startedAt;
  const grownMb = (process.memoryUsage().rss - before) / 1_000_000;
  assert.deepEqual(
    Object.fromEntries(paths.map((path) => [path, words.get(base + path)])),
    Object.fromEntries(paths.map((path) => [path, RECEIVERS[path]?.word])),
  );
  assert.ok(tookMs < 18_000, `all together took ${String(tookMs)} ms`);
  assert.ok(grownMb < ZEROS / 1_000_000, `${String(grownMb)} MB more`);
  t.diagnostic(`${tookMs.toFixed(0)} ms, ${grownMb.toFixed(0)} MB more`);
});
