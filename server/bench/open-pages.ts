/**
 * `npm run bench:pages`: what pages that wait for their payment cost a node, and how soon they are
 * notified. The gateway is started as by `npm start`, browsers are a separate process. 2,000 pages,
 * `-- --short` for CI: 200. With `-- --gate` it exits with status 1 if the slowest twentieth is
 * notified too late.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../src/launch/embedded-postgres.ts';
import { failAbove, GATE, shareOf } from './limit.ts';
import { percentile } from './load.ts';
import { openCrowd } from './page-crowd.ts';
import { openPayers, type Payers } from './page-payers.ts';
import { startPageNode } from './page-node.ts';
import { machine } from './machine.ts';
import { readOptions } from '../../tools/read-options.ts';

const values = readOptions({ short: { type: 'boolean' }, ...GATE });
const SIZE = values.short
  ? { pages: 200, checkouts: 60, idleMs: 4_000 }
  : { pages: 2_000, checkouts: 100, idleMs: 15_000 };
const PAYMENTS = 50;
const BETWEEN_PAYMENTS_MS = 100;
/** The limit for the slowest twentieth. */
const P95_MS = 1_000;

const directory = await mkdtemp(join(tmpdir(), 'ponte-bench-'));
const endings: (() => Promise<unknown>)[] = [
  () => rm(directory, { recursive: true, force: true, maxRetries: 5 }),
];
try {
  // As root the database runs as another user, who must be able to traverse this directory.
  await chmod(directory, 0o755);
  await run(directory);
} finally {
  for (const end of endings.toReversed()) await end();
}

async function run(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({
    dataDir,
    password: randomBytes(16).toString('hex'),
    // The only way to know when a payment was committed.
    settings: { track_commit_timestamp: 'on' },
  });
  endings.push(() => database.stop());
  const node = await startPageNode(database.url, dataDir, (release) => endings.push(release));
  const payers = await openPayers(node.app, SIZE.checkouts);

  const before = await node.usage();
  const paths = Array.from(
    { length: SIZE.pages },
    (_, page) => payers.paths[page % SIZE.checkouts] ?? '',
  );
  const crowd = await openCrowd(node.port, paths);
  await pause(1_000);
  const open = await node.usage();
  await pause(SIZE.idleMs);
  const idle = await node.usage();
  const paidAt = await payAll(payers);
  const notified = await crowd.notified(paths.filter((path) => paidAt.has(path)).length);
  const after = await node.usage();

  const committedAt = await payers.committedAt();
  const since = (from: ReadonlyMap<string, number>): number[] =>
    notified
      .map(({ path, at }) => {
        const start = from.get(path);
        if (start === undefined) throw new Error(`${path} was notified of what is not written`);
        return at - start;
      })
      .sort((one, other) => one - other);
  const ours = since(committedAt);
  const p95 = percentile(ours, 0.95);
  const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  const perPage = (bytes: number): string =>
    ((bytes - before.residentBytes) / SIZE.pages / 1_024).toFixed(1);
  const load = ((idle.cpuSeconds - open.cpuSeconds) / SIZE.idleMs) * 100_000;
  process.stdout.write(
    [
      `${String(SIZE.pages)} pages of ${String(SIZE.checkouts)} checkouts, held by one API process.`,
      `Memory of the process: ${mib(before.residentBytes)} MiB without them, ${mib(open.residentBytes)} with them, ` +
        `${mib(after.residentBytes)} after the payments: ${perPage(open.residentBytes)}, then ${perPage(after.residentBytes)} KiB a page.`,
      `While nothing happens: ${load.toFixed(1)} % of one core.`,
      `${String(PAYMENTS)} payments, ${String(ours.length)} pages notified; from the commit to the browser's end: ${timesOf(ours)}.`,
      `That p95: ${shareOf(p95, P95_MS, 'ms')}.`,
      `From the payer's order to it, the sandbox's own time included: ${timesOf(since(paidAt))}.`,
      `Both ends, the database and the sandbox on one machine: ${machine()}`,
      '',
    ].join('\n'),
  );
  if (values.gate) failAbove(p95, P95_MS);
}

/** @returns when each was ordered, by the page's path */
async function payAll(payers: Payers): Promise<Map<string, number>> {
  const paidAt = new Map<string, number>();
  for (const path of payers.paths.slice(0, PAYMENTS)) {
    paidAt.set(path, Date.now());
    await payers.pay(path);
    await pause(BETWEEN_PAYMENTS_MS);
  }
  return paidAt;
}

function timesOf(ascending: readonly number[]): string {
  const [p50, p95] = [percentile(ascending, 0.5), percentile(ascending, 0.95)];
  const most = ascending.at(-1) ?? 0;
  return `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, max ${most.toFixed(0)} ms`;
}
