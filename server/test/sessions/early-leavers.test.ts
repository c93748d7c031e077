import { type ClientRequest, get } from 'node:http';
import { test } from 'node:test';
import { counted } from '../../src/platform/metrics.ts';
import { identifier } from '../../src/platform/sql.ts';
import { testEnvironment } from '../app.ts';
import { openPage } from '../follow-page.ts';
import { openGateway } from '../gateway.ts';
import { openMerchant } from '../merchant.ts';
import { openPerson, type Person } from '../person.ts';
import { until } from '../receiver.ts';

// Requests that share a statement would wait for its lock once.
const env = { PONTE_DATABASE_GATHER: 'false' };
const gateway = await openGateway(undefined, { worker: false, env });
const { app } = gateway;

/** Requests each of these and leaves while the request still waits for this table. */
async function leaveEarly(table: string, paths: readonly string[], cookie = ''): Promise<void> {
  await app.db.begin(async (tx) => {
    await tx`lock table ${identifier(table)} in access exclusive mode`;
    const asked: ClientRequest[] = [];
    const ask = (path: string, at: number): void => {
      asked[at] = get(`${gateway.url}${path}`, { headers: { cookie }, agent: false })
        .on('error', () => undefined)
        // Where the machine is busy it may be shed.
        .once('response', (response) => {
          response.resume();
          ask(path, at);
        });
    };
    paths.forEach(ask);
    await until(async () => {
      const [row] = await app.db<{ waiting: number }>`
        select count(*) as waiting from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted`;
      return row?.waiting === paths.length;
    });
    const gone = asked.map((request) => new Promise((resolve) => request.once('close', resolve)));
    asked.forEach((request) => request.destroy());
    await Promise.all(gone);
    // A response to another request shows that the event loop has handled the sockets.
    for (let times = 0; times < 3; times += 1) await fetch(`${gateway.url}/healthz`);
  });
}

/** Leaves while the caller is still being authenticated. */
function leaveAll(path: string, { cookie }: Person): Promise<void> {
  return leaveEarly('memberships', [path, path, path], cookie);
}

test('a stream abandoned before it began frees its slot', async () => {
  const { accountId } = await testEnvironment(app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/app/api/accounts/${accountId}/test/live`;
  for (let times = 0; times < 4; times += 1) await leaveAll(path, person);
  await until(async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${gateway.url}${path}`, {
      headers: { cookie: person.cookie },
      signal: leaving.signal,
    });
    leaving.abort();
    return answer.status === 200;
  });
});

test('a file download abandoned before it began frees its slot', async () => {
  const { accountId } = await testEnvironment(app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/test/deposits.csv`;
  for (let times = 0; times < 2; times += 1) await leaveAll(`/app/api${path}`, person);
  await until(async () => (await person.call('GET', path)).status === 200);
});

test('a payer’s stream abandoned before it began is counted as a request, but not kept open', async () => {
  const { path } = await openPage(gateway, await openMerchant(gateway));
  counted.resetMetrics();
  await leaveEarly('checkouts', [`${path}/events`]);
  const once = /^ponte_http_requests_total\{[^}]*token\/events"[^}]*\} 1$/m;
  await until(async () => {
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    return once.test(metrics) && /^ponte_open_pages 0$/m.test(metrics);
  });
});
