import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { endProcessesWith, processesWith, waitUntil } from '../../../tools/smoke/processes.ts';
import { startEmbeddedPostgres } from '../../src/launch/embedded-postgres.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import { isReady, reportedEndsIn } from '../kill/gateway.ts';
import { askPonte, startPonte } from '../kill/ponte.ts';
import type { Installation } from '../kill/set-up.ts';
import { supervise } from '../kill/supervise.ts';
import { workOn } from '../kill/work-on.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { openRetryingClient, type Retries } from './client.ts';
import { startPgbouncer } from './pgbouncer.ts';

export type NodeKind = 'api' | 'worker';

/** One process of the installation, with its launcher. */
export interface ClusterNode {
  readonly kind: NodeKind;
  readonly name: string;
  /** What tells its processes from all others. */
  readonly dataDir: string;
  /** Whether it serves, or works. */
  isUp(): Promise<boolean>;
  /** Stops it politely, and waits until it serves again. */
  restart(): Promise<void>;
}

/** API and worker processes, each started separately, on one PostgreSQL behind a pooler. */
export interface Cluster extends Installation {
  readonly nodes: readonly ClusterNode[];
  readonly balancer: Balancer;
  readonly retries: Retries;
  /** Exits that nobody caused. */
  reportedEnds(): Promise<string[]>;
}

const EACH = 3;
const READY_MS = 60_000;

const SECRETS = ['PONTE_ENCRYPTION_KEYS', 'PONTE_SANDBOX_SECRET', 'PONTE_SANDBOX_WEBHOOK_SECRET'];

type Env = Readonly<Record<string, string>>;

export async function startCluster(
  scratch: string,
  pgbouncer: string,
  stack: AsyncDisposableStack,
): Promise<Cluster> {
  const directUrl = await startDatabase(scratch, stack);
  const pooler = await startPgbouncer(pgbouncer, directUrl, join(scratch, 'pgbouncer'));
  stack.defer(() => pooler.stop());
  const ports = await freePorts(EACH);
  const balancer = await openBalancer(ports);
  stack.defer(() => balancer.stop());
  const sandboxPort = await findFreePort();
  const env = environment(scratch, directUrl, pooler.url, balancer.url, sandboxPort);
  stack.defer(() => endAll(scratch));
  const ends: (() => Promise<void>)[] = [];
  stack.defer(async () => void (await Promise.all(ends.map((end) => end()))));
  const node = nodeStarter(scratch, env, ends);
  const sandbox = node('sandbox', ['sandbox'], {
    PONTE_HOST: SANDBOX_HOST,
    PORT: String(sandboxPort),
  });
  const apis = ports.map((port, index) =>
    node(`api-${String(index + 1)}`, ['start', '--role', 'api'], { PORT: String(port) }),
  );
  const workers = Array.from({ length: EACH }, (_, index) =>
    node(`worker-${String(index + 1)}`, ['start', '--role', 'worker'], { PORT: '0' }),
  );
  const nodes = [
    ...apis.map((api, index) => apiNode(api, ports[index] ?? 0)),
    ...workers.map(workerNode),
  ];
  await waitUntil('every node is up', READY_MS, async () => {
    const up = await Promise.all(nodes.map((one) => one.isUp()));
    return up.every(Boolean) && balancer.readyNodes() === EACH;
  });
  const retries: Retries = { retried: 0, underWay: 0, failed: [] };
  return {
    nodes,
    balancer,
    retries,
    command: (...args) => askPonte(args, env),
    withDatabase: (work) => workOn(async () => directUrl, work),
    openClient: (key, concurrency) => openRetryingClient(balancer.url, key, concurrency, retries),
    logFiles: [
      ...[sandbox, ...apis, ...workers].map(({ logFile }) => logFile),
      join(scratch, 'pgbouncer', 'log'),
      join(scratch, 'database', 'postgres.log'),
    ],
    secrets: async () => ({
      ...Object.fromEntries(SECRETS.map((name) => [name, env[name] ?? ''])),
      'the password of the database': new URL(directUrl).password,
    }),
    reportedEnds: async () =>
      (await Promise.all([sandbox, ...apis, ...workers].map((one) => one.ends()))).flat(),
  };
}

/** Looks like a different machine from the nodes': notices come through the balancer. */
const SANDBOX_HOST = '127.0.0.2';

function environment(
  scratch: string,
  directUrl: string,
  pooledUrl: string,
  baseUrl: string,
  sandboxPort: number,
): Env {
  const secret = (): string => randomBytes(24).toString('hex');
  return {
    DATABASE_URL: pooledUrl,
    PONTE_DATABASE_POOLED: 'true',
    PONTE_DATABASE_DIRECT_URL: directUrl,
    PONTE_DATA_DIR: join(scratch, 'commands'),
    PONTE_BASE_URL: baseUrl,
    PONTE_TRUSTED_PROXIES: 'loopback',
    PONTE_WEBHOOK_ALLOW_PRIVATE: 'true',
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PONTE_SANDBOX_URL: `http://${SANDBOX_HOST}:${String(sandboxPort)}`,
    PONTE_SANDBOX_SECRET: secret(),
    PONTE_SANDBOX_WEBHOOK_SECRET: secret(),
  };
}

async function startDatabase(scratch: string, stack: AsyncDisposableStack): Promise<string> {
  const database = await startEmbeddedPostgres({
    dataDir: join(scratch, 'database'),
    password: randomBytes(16).toString('hex'),
  });
  stack.defer(() => database.stop());
  return database.url;
}

interface Started {
  readonly name: string;
  readonly dataDir: string;
  readonly logFile: string;
  restart(): Promise<void>;
  ends(): Promise<string[]>;
}

function nodeStarter(scratch: string, env: Env, ends: (() => Promise<void>)[]) {
  return (name: string, args: readonly string[], own: Env): Started => {
    const dataDir = join(scratch, 'nodes', name);
    const logFile = join(scratch, `${name}.log`);
    const all = { ...env, ...own, PONTE_DATA_DIR: dataDir };
    const supervised = supervise(name, () => startPonte(args, all, logFile));
    ends.push(() => supervised.stop());
    return {
      ...{ name, dataDir, logFile },
      restart: () => supervised.restart(),
      ends: async () => {
        const reported = await reportedEndsIn(logFile);
        return [...reported.filter((line) => !line.includes('(SIGKILL)')), ...supervised.ends];
      },
    };
  };
}

function apiNode({ name, dataDir, restart }: Started, port: number): ClusterNode {
  const isUp = (): Promise<boolean> => isReady(`http://127.0.0.1:${String(port)}`);
  return { kind: 'api', name, dataDir, isUp, restart: () => restartUntil(name, restart, isUp) };
}

function workerNode({ name, dataDir, restart }: Started): ClusterNode {
  const isUp = async (): Promise<boolean> => processesWith(dataDir).length >= 2;
  return { kind: 'worker', name, dataDir, isUp, restart: () => restartUntil(name, restart, isUp) };
}

async function restartUntil(
  name: string,
  restart: () => Promise<void>,
  isUp: () => Promise<boolean>,
): Promise<void> {
  await restart();
  await waitUntil(`${name} is up again`, READY_MS, isUp);
}

async function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => findFreePort()));
}

async function endAll(scratch: string): Promise<void> {
  await endProcessesWith(join(scratch, 'nodes'), 15_000);
}
