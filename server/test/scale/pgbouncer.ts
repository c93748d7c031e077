import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../src/launch/free-port.ts';
import { waitUntil } from '../../../tools/smoke/processes.ts';
import { isServing } from '../../src/launch/serving.ts';

/** Where Debian installs it, for users without such a directory in their path. */
const PLACES = ['pgbouncer', '/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer'];
const READY_MS = 10_000;

/** How many database sessions all processes share. */
const SESSIONS = 40;

export interface Pgbouncer {
  /** The database through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The program and its version; undefined if it is not installed. */
export function findPgbouncer():
  { readonly program: string; readonly version: string } | undefined {
  for (const program of PLACES) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    if (status === 0) return { program, version: stdout.split('\n')[0] ?? '' };
  }
  return undefined;
}

/**
 * A real PgBouncer in transaction mode in front of a database; everything it writes is in `folder`.
 */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  folder: string,
): Promise<Pgbouncer> {
  const user = await prepareFolder(folder);
  const port = await findFreePort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(settings, settingsOf(new URL(databaseUrl), port, folder));
  const child = spawn(program, [settings], { ...user, cwd: '/', stdio: 'ignore' });
  const gone = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await gone;
  };
  const url = new URL(databaseUrl);
  url.port = String(port);
  try {
    await waitUntil('pgbouncer serves', READY_MS, () => isServing(url.href));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url.href, stop };
}

/** It refuses to run as root, so root runs it as nobody. */
async function prepareFolder(folder: string): Promise<{ uid?: number; gid?: number }> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  await chown(folder, user.uid, user.gid);
  return user;
}

function settingsOf(database: URL, port: number, folder: string): string {
  const name = database.pathname.slice(1);
  const place = `host=${database.hostname} port=${database.port} dbname=${name}`;
  return `[databases]
${name} = ${place} user=${database.username} password=${decodeURIComponent(database.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${String(SESSIONS)}
max_client_conn = 1000
server_lifetime = 20
logfile = ${join(folder, 'log')}
`;
}
