import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram, runScript } from './run-script.ts';

/** The same connections for both tools, so that their figures mean the same. */
export const CONNECTIONS = 32;

export type Tool = 'pgbench' | 'a loop over pg';
/** What the database is asked to do: `write.sql` is one deposit, `read.sql` one row by its key. */
export type Statement = 'write' | 'read';

export async function findTool(): Promise<Tool> {
  const found = await runProgram('pgbench', ['--version']).catch(() => undefined);
  return found?.status === 0 ? 'pgbench' : 'a loop over pg';
}

/** Statements a second that the database takes by itself, without a gateway before it. */
export async function measureDatabase(
  tool: Tool,
  url: string,
  statement: Statement,
  seconds: number,
): Promise<number> {
  const file = join(import.meta.dirname, `${statement}.sql`);
  return tool === 'pgbench' ? pgbench(url, file, seconds) : loop(url, file, seconds);
}

async function pgbench(url: string, file: string, seconds: number): Promise<number> {
  const load = ['-c', String(CONNECTIONS), '-j', '2', '-T', String(seconds)];
  const { status, stdout } = await runProgram('pgbench', [
    ...['-n', '-M', 'prepared', ...load, '-f', file, url],
  ]);
  const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  const [, failed] = /^number of failed transactions: (\d+)/m.exec(stdout) ?? [];
  if (status !== 0 || rate === undefined || (failed ?? '0') !== '0') {
    throw new Error(`pgbench failed: ${stdout}`);
  }
  return Number(rate);
}

async function loop(url: string, file: string, seconds: number): Promise<number> {
  const script = await readFile(file, 'utf8');
  const most = Number(/random\(1, (\d+)\)/.exec(script)?.[1]);
  const sql = script.replace(/^\\set .*\n/, '').replace(':number', '$1');
  const { perSecond } = (await runScript('sql-loop.ts', {
    ...{ url, sql, most, seconds, connections: CONNECTIONS },
    // Our own script printed it.
  })) as { perSecond: number };
  return perSecond;
}
