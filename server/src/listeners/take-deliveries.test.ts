import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openApi, refusalOf } from '../../test/api.ts';
import { testApp } from '../../test/app.ts';
import { openDesk } from '../../test/listeners.ts';
import { until } from '../../test/receiver.ts';
import { recordDeposits } from '../../test/webhooks.ts';
import { openAuthenticator } from '../api-keys/authenticate.ts';
import { guardRoutes } from '../api-keys/guard.ts';
import { openLimiter } from '../api-keys/rate-limit.ts';
import { markRevoked } from '../api-keys/store.ts';
import { openHttp, within } from '../platform/http.ts';
import { registerListenerRoutes } from './routes.ts';

const app = await testApp();

test('a shutdown answers waiting requests, and a disconnected client takes no delivery', async (t) => {
  const desk = await openDesk(app, openApi(app, registerListenerRoutes));
  const http = openHttp(app.log, (routes) =>
    within(routes, '/v1/api', (api) => {
      guardRoutes(api, openAuthenticator(app.db), openLimiter());
      registerListenerRoutes(api, app);
    }),
  );
  t.after(() => http.close());
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const wait = async (signal?: AbortSignal): Promise<{ answer: Promise<Response> }> => {
    await app.db`update listeners set seen_at = now() - interval '2 minutes'
      where environment_id = ${desk.environmentId}`;
    const answer = fetch(`${url}/v1/api/listeners/${desk.id}/take-deliveries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ waitSeconds: 25 }),
      ...(signal && { signal }),
    });
    answer.catch(() => undefined);
    // Once a listener is recorded as seen, it is waiting.
    await until(async () => {
      const [row] = await app.db<{ seen: boolean }>`
        select seen_at > now() - interval '1 minute' as seen from listeners
        where environment_id = ${desk.environmentId}`;
      return row?.seen === true;
    }, 30_000);
    return { answer };
  };
  const leaving = new AbortController();
  await wait(leaving.signal);
  leaving.abort();
  const connections = promisify(http.server.getConnections.bind(http.server));
  await until(async () => (await connections()) === 0, 30_000);
  await recordDeposits(app, desk.environmentId);
  const [delivery] = await desk.take();
  assert.ok(delivery);
  const began = performance.now();
  const { answer } = await wait();
  const closed = http.close();
  assert.deepEqual(await (await answer).json(), { data: [] });
  assert.ok(performance.now() - began < 25_000);
  http.server.closeAllConnections();
  await closed;
});

test('a waiting request whose key is revoked meanwhile is refused', async () => {
  const call = openApi(app, registerListenerRoutes);
  const desk = await openDesk(app, call);
  await app.db`update listeners set seen_at = now() - interval '2 minutes'
    where environment_id = ${desk.environmentId}`;
  const path = `listeners/${desk.id}/take-deliveries`;
  const asked = call(desk.key, 'POST', path, { waitSeconds: 10 });
  await until(async () => {
    const rows = await app.db`select from listeners
      where environment_id = ${desk.environmentId} and seen_at > now() - interval '1 minute'`;
    return rows.length > 0;
  }, 30_000);
  assert.ok(await markRevoked(app.db, `key_${desk.key.split('_')[2] ?? ''}`));
  assert.equal(refusalOf(await asked), '401 unauthorized');
});

test('a client that disconnects before authentication takes no delivery', async (t) => {
  const desk = await openDesk(app, openApi(app, registerListenerRoutes));
  await recordDeposits(app, desk.environmentId);
  const leaving = new AbortController();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const http = openHttp(app.log, (routes) =>
    within(routes, '/v1/api', (api) => {
      api.addHook('onRequest', async ({ raw }) => {
        const left = once(raw.socket, 'end');
        leaving.abort();
        await left;
      });
      api.addHook('onSend', async () => resolve());
      guardRoutes(api, openAuthenticator(app.db), openLimiter());
      registerListenerRoutes(api, app);
    }),
  );
  t.after(() => http.close());
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const asked = fetch(`${url}/v1/api/listeners/${desk.id}/take-deliveries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.key}` },
    signal: leaving.signal,
  });
  await assert.rejects(asked, { name: 'AbortError' });
  await over;
  const [delivery] = await desk.take();
  assert.ok(delivery);
});
