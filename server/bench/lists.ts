/**
 * `npm run bench:lists`: how long the dashboard's lists, sums and files take for an account with
 * 100,000 deposits, or as many as `-- --rows 1000000` says. Each line ends with the share of its
 * limit that was used; with `-- --gate` one above it makes the run exit with status 1.
 */
import { testEnvironment, type TestTenant } from '../test/app.ts';
import { type Gateway, openGateway } from '../test/gateway.ts';
import type { Crowd } from '../test/million-rows.ts';
import { onDatabase } from '../test/on-database.ts';
import { openPerson } from '../test/person.ts';
import { fillLists } from './fill-lists.ts';
import { failAbove, GATE, shareOf } from './limit.ts';
import { percentile } from './load.ts';
import { readOptions, wholeNumber } from '../../tools/read-options.ts';

const values = readOptions({ rows: { type: 'string', default: '100000' }, ...GATE });
const ROWS = wholeNumber('rows', values.rows, 1);
const TIMES = 60;
const YEAR = 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';

/** The limit from choosing a filter to painted rows; most of it is the browser's time. */
const LIST_MS = 500;
const FILE_STARTS_MS = 2_000;

await onDatabase(async (scope) => {
  const gateway = await openGateway(scope, { worker: false });
  const tenant = await testEnvironment(gateway.app);
  const crowd = await fillLists(gateway, tenant, ROWS);
  process.stdout.write(`${String(ROWS)} deposits and as many withdrawals\n`);
  for (const path of pathsOf(crowd)) await measureList(gateway, tenant, path);
  for (const name of ['deposits', 'withdrawals', 'transactions']) {
    await measureFile(gateway, tenant, `/${name}.csv?${YEAR}`);
  }
});

function pathsOf(crowd: Crowd): string[] {
  const lists = [
    '',
    '?status=CONFIRMED',
    '?status=PENDING',
    `?walletId=${crowd.busyWallet}`,
    `?walletId=${crowd.quietWallet}`,
    `?walletId=${crowd.busyWallet}&status=REFUNDED`,
    '?origin=link',
    '?origin=panel',
    '?minCents=5999&maxCents=5999',
    '?minCents=600000',
    `?status=FAILED&walletId=${crowd.busyWallet}&origin=api&minCents=5990`,
    `?status=REFUNDED&walletId=${crowd.quietWallet}&origin=panel&minCents=200`,
    `?q=${encodeURIComponent(crowd.busyName)}`,
    '?q=nobody’s',
  ];
  return [
    ...lists.map((filter) => `/deposits${filter}`),
    '/withdrawals?minCents=600000',
    '/overview?period=custom&from=2026-01-01&to=2026-12-31',
    `/search?q=${encodeURIComponent(crowd.busyName)}`,
  ];
}

async function measureList(gateway: Gateway, { accountId }: TestTenant, path: string) {
  // A dedicated person, so that no rate limit applies.
  const person = await openPerson(gateway, { [accountId]: 'viewer' });
  const times: number[] = [];
  for (let count = 0; count < TIMES; count += 1) {
    const startedAt = performance.now();
    const { status, text } = await person.call('GET', `/accounts/${accountId}/test${path}`);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    times.push(performance.now() - startedAt);
  }
  const ascending = times.toSorted((one, other) => one - other);
  say(
    `${path}: p50 ${percentile(ascending, 0.5).toFixed(0)} ms`,
    'p95',
    percentile(ascending, 0.95),
    LIST_MS,
  );
}

async function measureFile(gateway: Gateway, { accountId }: TestTenant, path: string) {
  const person = await openPerson(gateway, { [accountId]: 'viewer' });
  const startedAt = performance.now();
  const answer = await fetch(`${gateway.url}/app/api/accounts/${accountId}/test${path}`, {
    headers: { cookie: person.cookie },
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  let firstMs: number | undefined;
  let bytes = 0;
  const heldBefore = process.memoryUsage().rss;
  let mostHeld = heldBefore;
  for await (const part of answer.body ?? []) {
    firstMs ??= performance.now() - startedAt;
    bytes += part.length;
    mostHeld = Math.max(mostHeld, process.memoryUsage().rss);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const size = `${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds} s, at most ${((mostHeld - heldBefore) / 2 ** 20).toFixed(0)} MiB more resident`;
  say(`${path}: ${size}`, 'starts after', firstMs ?? Infinity, FILE_STARTS_MS);
}

function say(what: string, name: string, ms: number, limitMs: number): void {
  process.stdout.write(`${what}, ${name} ${ms.toFixed(0)} ms: ${shareOf(ms, limitMs, 'ms')}\n`);
  if (values.gate) failAbove(ms, limitMs);
}
