import { execFile } from 'node:child_process';
import { writeFile, stat, mkdir } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { clusterIn } from '../../src/launch/cluster.ts';
import { copyCluster } from '../../src/launch/copy-cluster.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/launch/embedded-postgres.ts';
import type { Scope } from '../database.ts';
import { listen } from '../listen.ts';
import { until } from '../receiver.ts';

/** A PostgreSQL, and a synchronous standby, so that nothing acknowledged can be lost. */
export interface Pair {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  readonly primaryDir: string;
  /** From then on the standby's data counts, and it accepts writes. */
  promote(): Promise<void>;
}

const PASSWORD = 'secret';

export async function startPair(scope: Scope, directory: string): Promise<Pair> {
  const primaryDir = join(directory, 'primary');
  const standbyDir = join(directory, 'standby');
  const settings = { wal_keep_size: '256MB' };
  const primary = await startEmbeddedPostgres({
    dataDir: primaryDir,
    password: PASSWORD,
    settings,
  });
  scope.after(() => primary.stop());
  await copyBase(primary, primaryDir, standbyDir);
  const source = `host=127.0.0.1 port=${String(primary.port)} user=ponte password=${PASSWORD}`;
  const standby = await startEmbeddedPostgres({
    dataDir: standbyDir,
    password: PASSWORD,
    settings: { ...settings, primary_conninfo: `${source} application_name=standby` },
  });
  scope.after(() => standby.stop());
  await onServer(primary.url, async (client) => {
    // From here on a commit is acknowledged when both have it on disk.
    await client.query("alter system set synchronous_standby_names = 'standby'");
    await client.query('select pg_reload_conf()');
    await until(async () => {
      const { rows } = await client.query(
        "select 1 from pg_stat_replication where sync_state = 'sync'",
      );
      return rows.length === 1;
    }, 30_000);
  });
  const promote = (): Promise<void> =>
    onServer(standby.url, async (client) => {
      await client.query('select pg_promote(true, 30)');
    });
  return { primary, standby, primaryDir, promote };
}

/** A base backup like that of `pg_basebackup`, which is not among the embedded programs. */
async function copyBase(primary: EmbeddedPostgres, from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 });
  const [source, target] = [clusterIn(from), clusterIn(to)];
  await onServer(primary.url, async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    await copyCluster(source, target);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(target, 'standby.signal'), '');
  });
  // As root the database runs as another user, who must own both.
  const { uid, gid } = await stat(source);
  await promisify(execFile)('chown', ['-R', `${String(uid)}:${String(gid)}`, target]);
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** What listens at the address that the gateway knows: a switch between two servers. */
export interface Switch {
  readonly port: number;
  /** Cuts existing connections; new ones reach the other server. */
  turnTo(port: number): void;
}

export async function openSwitch(scope: Scope, first: number): Promise<Switch> {
  let target = first;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket.on('error', () => socket.destroy()));
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      keep(socket);
      socket.pipe(other);
      socket.on('close', () => other.destroy());
    }
  });
  const port = await listen(server);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  scope.after(() => {
    cut();
    server.close();
  });
  return {
    port,
    turnTo: (port) => {
      target = port;
      cut();
    },
  };
}
