import { join } from 'node:path';
import { memoize } from '../src/platform/memoize.ts';
import { countRows } from './count-rows.ts';
import { prepareTables } from './prepare-tables.ts';
import { runProgram } from './run-program.ts';
import type { Probe, Stage } from './scenario.ts';
import { addTenants, connectPatiently } from './tenants.ts';

/** More are of no use on two cores, and with fewer a commit waits alone. */
export const CONNECTIONS = 32;
/** It takes whole seconds, and connecting counts towards them. */
const MIN_SECONDS = 2;

/** @returns its version; undefined if it is not installed */
export async function findPgbench(): Promise<string | undefined> {
  const found = await runProgram('pgbench', ['--version']).catch(() => undefined);
  return found?.status === 0 ? found.stdout.trim() : undefined;
}

export const writeLimit: Probe = {
  name: 'L',
  what: 'L: one deposit in bare SQL, one statement',
  open: async (stage) => openScript(await bareTables(stage), 'write.sql'),
};

export const readLimit: Probe = {
  name: 'R',
  what: 'R: one row by its key in bare SQL',
  open: async (stage) => openScript(await bareTables(stage), 'read.sql'),
};

/**
 * What the gateway's own tables cost compared with the bare ones, all indexes and checks included.
 */
export const ownWriteLimit: Probe = {
  name: 'L2',
  what: 'L2: one deposit in bare SQL, one statement, into the gateway’s own tables',
  open: async (stage) => {
    const url = await stage.openDatabase();
    const db = connectPatiently(url);
    await addTenants(db).finally(() => db.end());
    await prepareTables(stage, url, 'own-schema.sql');
    return openScript(url, 'own-write.sql');
  },
};

/** One database for both, as the gateway has one. */
const bareTables = memoize(async (stage: Stage): Promise<string> => {
  const url = await stage.openDatabase();
  await prepareTables(stage, url, 'schema.sql');
  return url;
});

type Script = 'write.sql' | 'read.sql' | 'own-write.sql';

/** What must exist in the end, each statement having written one of each. */
const WRITTEN: Readonly<Record<Script, readonly string[]>> = {
  'write.sql': ['bare.keys', 'bare.outbox'],
  'own-write.sql': ['idempotency_keys'],
  'read.sql': [],
};

function openScript(url: string, script: Script): Awaited<ReturnType<Probe['open']>> {
  let done = 0;
  return {
    round: async (seconds) => {
      const { count, perSecond } = await pgbench(url, script, seconds);
      done += count;
      return perSecond;
    },
    close: async () => {
      for (const table of WRITTEN[script]) {
        if ((await countRows(url, table)) === done) continue;
        throw new Error(`${table} does not have ${String(done)} rows`);
      }
    },
  };
}

/** Statements per second that the database achieves by itself, without a gateway in front of it. */
async function pgbench(
  url: string,
  script: Script,
  seconds: number,
): Promise<{ count: number; perSecond: number }> {
  const file = join(import.meta.dirname, script);
  const load = ['-c', String(CONNECTIONS), '-j', '2', '-T', String(Math.max(MIN_SECONDS, seconds))];
  const { status, stdout } = await runProgram('pgbench', [
    ...['-n', '-M', 'prepared', ...load, '-f', file, url],
  ]);
  const [, count] = /^number of transactions actually processed: (\d+)/m.exec(stdout) ?? [];
  const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  const [, failed] = /^number of failed transactions: (\d+)/m.exec(stdout) ?? [];
  if (status !== 0 || count === undefined || (failed ?? '0') !== '0') {
    throw new Error(`pgbench failed: ${stdout}`);
  }
  // Connecting counts towards its time; if nothing was left of that, it gets more.
  if (rate === undefined) return pgbench(url, script, 2 * Math.max(MIN_SECONDS, seconds));
  return { count: Number(count), perSecond: Number(rate) };
}
