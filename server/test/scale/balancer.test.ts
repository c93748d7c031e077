import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test, type TestContext } from 'node:test';
import { listen } from '../listen.ts';
import { until } from '../receiver.ts';
import { openBalancer } from './balancer.ts';

async function openNode(t: TestContext): Promise<{ port: number; end: () => Promise<void> }> {
  const server = createServer((_request, response) => response.end(String(port)));
  const port = await listen(server);
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  t.after(end);
  return { port, end };
}

async function askOnce(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { connection: 'close' } });
  return answer.text();
}

test('a stopped node gets no connections, and the others share them', async (t) => {
  const nodes = await Promise.all([openNode(t), openNode(t), openNode(t)]);
  const balancer = await openBalancer(nodes.map(({ port }) => port));
  t.after(() => balancer.stop());
  await until(() => balancer.readyNodes() === 3);
  const [gone, ...others] = nodes;
  await gone.end();
  const answers: string[] = [];
  for (let turn = 0; turn < 9; turn += 1) answers.push(await askOnce(balancer.url));
  assert.deepEqual(new Set(answers), new Set(others.map(({ port }) => String(port))));
  await until(() => balancer.readyNodes() === 2);
});
