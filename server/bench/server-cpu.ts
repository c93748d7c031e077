import { readdir, readFile } from 'node:fs/promises';
import { query } from '../test/query.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK_MICROSECONDS = 10_000;
/** Index among the fields after the name; the second is the parent. */
const TIMES_AT = 11;

/** What PostgreSQL's processes have used so far, including those that have ended. */
export async function serverCpuMicroseconds(url: string): Promise<number> {
  // Its first line is the PID of the process that all others descend from.
  const file = `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`;
  // Our own statement names the column.
  const [row] = (await query(url, file)) as { pid: string }[];
  const server = row?.pid;
  if (server === undefined) throw new Error('the server does not say which process it is');
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(async (pid) => ({ pid, ...(await readTimes(pid)) })));
  const ticks = all
    .filter(({ pid, parent }) => pid === server || parent === server)
    .reduce((sum, { pid, own = 0, ended = 0 }) => sum + own + (pid === server ? ended : 0), 0);
  return ticks * TICK_MICROSECONDS;
}

interface Times {
  readonly parent: string;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

/** Undefined if it has ended meanwhile. */
async function readTimes(pid: string): Promise<Times | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name before it may contain anything, even a closing parenthesis.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const [user, system, endedUser, endedSystem] = fields.slice(TIMES_AT).map(Number);
  return {
    parent: fields[1] ?? '',
    own: (user ?? 0) + (system ?? 0),
    ended: (endedUser ?? 0) + (endedSystem ?? 0),
  };
}
