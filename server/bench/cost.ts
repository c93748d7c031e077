import assert from 'node:assert/strict';
import { join } from 'node:path';
import { request } from 'undici';
import { ENTRIES } from '../src/launch/entries.ts';
import { findFreePort } from '../src/launch/free-port.ts';
import { waitFor } from '../src/launch/wait-for.ts';
import { query } from '../test/query.ts';
import { CLIENTS, creatingOf } from './api.ts';
import { REPORTS_USAGE, startChild, untilItAnswers, usageOf } from './child.ts';
import { countRows } from './count-rows.ts';
import { openLoad } from './load.ts';
import { type BenchGateway, openGateway, WEBHOOK_SECRET } from './open-gateway.ts';
import type { Finding, Stage, Trial } from './scenario.ts';
import { serverCpuMicroseconds } from './server-cpu.ts';

const SECONDS = { full: 4, short: 1 };
const TENANTS = 10;
const TIMEOUT_MS = 300_000;
const CONCURRENCY = 32;

/** An example, so that readers can put in their own prices. */
const PRICE = { processorHour: 0.05, gigabyteMonth: 0.1, months: 12 };
const MILLION = 1_000_000;
const HOUR_MICROSECONDS = 3_600 * MILLION;

/**
 * Whole lives of deposits: created, the provider's notice, read back, confirmed, and the webhook
 * delivered and recorded. Measures the processor time they took, and what they left on the disk.
 */
export const cost: Trial = {
  name: 'cost',
  run: async (stage) => {
    const url = await stage.openDatabase();
    const gateway = await openGateway(stage, url, { tenants: TENANTS, mode: 'test' });
    const receiver = await startReceiver(stage);
    await registerEndpoints(gateway, receiver.url);
    const worker = startChild(ENTRIES.worker, {
      env: gateway.env,
      nodeOptions: [...REPORTS_USAGE, ...stage.nodeOptions],
    });
    stage.after(() => worker.stop());
    const [api] = gateway.processes;
    if (!api) throw new Error('no process to ask');

    const before = await readDisk(url);
    const serverBefore = await serverCpuMicroseconds(url);
    const [[count, apiUsage], workerUsage] = await usageOf(worker, () =>
      usageOf(api, () => live(stage, gateway)),
    );
    const serverAfter = await serverCpuMicroseconds(url);
    const after = await readDisk(url);
    assert.equal(await receiver.taken(), count);
    return findingsOf({
      count,
      api: apiUsage.cpuMicroseconds,
      worker: workerUsage.cpuMicroseconds,
      server: serverAfter - serverBefore,
      logBytes: after.logBytes - before.logBytes,
      tableBytes: after.tableBytes - before.tableBytes,
    });
  },
};

interface Used {
  readonly count: number;
  readonly api: number;
  readonly worker: number;
  readonly server: number;
  readonly logBytes: number;
  readonly tableBytes: number;
}

function findingsOf(used: Used): Finding[] {
  const { count } = used;
  const each = (what: string, total: number, unit: 'µs' | 'bytes'): Finding => ({
    what: `a deposit’s whole life: ${what}`,
    value: total / count,
    unit,
  });
  const hours = ((used.api + used.worker + used.server) / count) * (MILLION / HOUR_MICROSECONDS);
  const gigabytes = ((used.tableBytes / count) * MILLION) / 1e9;
  const perProcessor = `${String(PRICE.processorHour)} USD a processor’s hour`;
  const perDisk = `${String(PRICE.gigabyteMonth)} USD a GB and month, kept ${String(PRICE.months)} months`;
  return [
    { what: 'deposits that lived a whole life', value: count, unit: '' },
    each('processor of the API', used.api, 'µs'),
    each('processor of the worker', used.worker, 'µs'),
    each('processor of PostgreSQL', used.server, 'µs'),
    each('write-ahead log', used.logBytes, 'bytes'),
    each('tables and indexes', used.tableBytes, 'bytes'),
    { what: 'a million deposits: processors', value: hours, unit: 'h' },
    { what: 'a million deposits: disk kept', value: gigabytes, unit: 'GB' },
    {
      what: `a million deposits: at ${perProcessor} and ${perDisk}, for example`,
      value: hours * PRICE.processorHour + gigabytes * PRICE.gigabyteMonth * PRICE.months,
      unit: 'USD',
    },
  ];
}

/** @returns the number of deposits */
async function live(stage: Stage, gateway: BenchGateway): Promise<number> {
  const load = openLoad();
  const { answers } = await load.run({
    ports: gateway.ports,
    connections: CLIENTS,
    requests: creatingOf(gateway.tenants),
    status: 201,
    warmUpMs: 0,
    seconds: stage.isShort ? SECONDS.short : SECONDS.full,
    keepIds: 0,
  });
  await load.stop();
  // Our own statement names the column.
  const rows = (await query(gateway.url, 'select provider_ref as ref from deposits')) as {
    ref: string;
  }[];
  assert.equal(rows.length, answers);
  await notify(gateway, rows);
  const isDone = async (): Promise<true | undefined> =>
    (await countRows(gateway.url, "webhook_deliveries where status = 'succeeded'")) === answers ||
    undefined;
  if (!(await waitFor(isDone, { timeoutMs: TIMEOUT_MS, everyMs: 500 }))) {
    throw new Error('a delivery was not made');
  }
  return answers;
}

async function notify({ ports }: BenchGateway, rows: readonly { ref: string }[]): Promise<void> {
  const target = `http://127.0.0.1:${String(ports[0])}/provider/webhooks/deposit`;
  const left = [...rows];
  const work = async (): Promise<void> => {
    for (let row = left.pop(); row; row = left.pop()) {
      const { statusCode, body } = await request(target, {
        method: 'POST',
        headers: { authorization: `Basic ${WEBHOOK_SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify({ qrId: row.ref, status: 'depix_sent' }),
      });
      await body.dump();
      if (statusCode !== 200) throw new Error('a notice was refused');
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function registerEndpoints({ ports, tenants }: BenchGateway, url: string): Promise<void> {
  for (const { key } of tenants) {
    const { statusCode, body } = await request(
      `http://127.0.0.1:${String(ports[0])}/v1/api/webhook-endpoints`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      },
    );
    const said = await body.text();
    if (statusCode !== 201) throw new Error(`the endpoint was refused: ${said}`);
  }
}

async function startReceiver(stage: Stage): Promise<{ url: string; taken(): Promise<number> }> {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}/hook`;
  const child = startChild(join(import.meta.dirname, 'swallow-posts.ts'), { args: [port] });
  stage.after(() => child.stop());
  await untilItAnswers(url);
  return {
    url,
    taken: async () => {
      // Written by our own receiver.
      const { taken } = (await (await fetch(url)).json()) as { taken: number };
      return taken;
    },
  };
}

async function readDisk(url: string): Promise<{ logBytes: number; tableBytes: number }> {
  // Our own statement names the columns.
  const [row] = (await query(
    url,
    `select (pg_current_wal_lsn() - '0/0')::float8 as "logBytes",
      pg_database_size(current_database())::float8 as "tableBytes"`,
  )) as { logBytes: number; tableBytes: number }[];
  if (!row) throw new Error('the server does not say');
  return row;
}
