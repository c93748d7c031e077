/** Our processes: two API servers and two workers, each with its own connections. */
import { pino } from 'pino';
import type { App, Tenant } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { depositOperation } from '../../src/deposits/create-deposit.ts';
import { depositJobs } from '../../src/deposits/jobs.ts';
import { idempotencyJobs } from '../../src/idempotency/jobs.ts';
import { DatabaseAwayError, isDatabaseAway } from '../../src/platform/db.ts';
import type { Job } from '../../src/platform/job-loop.ts';
import { openDispatcher } from '../../src/webhooks/deliver.ts';
import type { Send } from '../../src/webhooks/send.ts';
import { webhookJobs } from '../../src/webhooks/jobs.ts';
import { withdrawalOperation } from '../../src/withdrawals/create-withdrawal.ts';
import { withdrawalJobs } from '../../src/withdrawals/jobs.ts';
import { type Moment, openMemoryDb } from './memory/connection.ts';
import { end, type MemoryDatabase } from './memory/database.ts';
import { plainVault } from './plain-vault.ts';
import { openProvider, type Wire } from './provider.ts';
import { forget, moment, note, type Process, within, type World } from './world.ts';

export interface Server {
  process: Process;
  app: App;
  readonly role: 'api' | 'worker';
  readonly name: string;
  lives: number;
  /** The names of the turns in progress. */
  busy: Set<string>;
  jobs: readonly Job[];
  /** What to do, when this process dies, for those who wait for its response. */
  waiting: Set<() => void>;
}

export interface Surroundings extends Wire {
  readonly database: MemoryDatabase;
  /** Whether concurrent requests share one statement. */
  readonly isBatching: boolean;
  readonly confirmOn: 'accepted' | 'depix_sent';
  readonly send: (process: Process) => Send;
  /** Failures that no fault may cause. */
  readonly wrongs: string[];
}

const CONFIGS = {
  accepted: readConfig({ PONTE_CONFIRM_ON: 'accepted' }),
  depix_sent: readConfig({ PONTE_CONFIRM_ON: 'depix_sent' }),
};

const silent = pino({ level: 'silent' });

export function openServer(around: Surroundings, role: Server['role'], name: string): Server {
  const server: Server = {
    ...{ role, name, lives: 0, busy: new Set(), jobs: [], waiting: new Set() },
    ...startProcess(around, name, 1, 0),
  };
  begin(around, server);
  return server;
}

function startProcess(around: Surroundings, name: string, life: number, skewMs: number) {
  const process: Process = { name: `${name}.${String(life)}`, alive: true, skewMs };
  return { process, app: openApp(around, process) };
}

function begin(around: Surroundings, server: Server): void {
  server.lives += 1;
  server.busy = new Set();
  server.waiting = new Set();
  if (server.role === 'worker') server.jobs = jobsOf(around, server);
}

/** Dies at this very moment, and restarts with empty memory. */
export async function crash(around: Surroundings, server: Server): Promise<void> {
  const { world, database } = around;
  const { process, waiting } = server;
  note(world, process, 'dies');
  forget(world, process);
  for (const tx of database.open) if (tx.owner === process) end(database, tx);
  Object.assign(server, startProcess(around, server.name, server.lives + 1, process.skewMs));
  await within(world, server.process, () => begin(around, server));
  for (const tell of waiting) tell();
}

/** All connections are cut: uncommitted changes are gone, and nobody learns what was committed. */
export function restartDatabase({ world, database }: Surroundings): void {
  note(world, { name: 'database', alive: true, skewMs: 0 }, 'restarts');
  for (const tx of database.open) end(database, tx);
}

function openApp(around: Surroundings, process: Process): App {
  const { world, faults, database, wrongs } = around;
  const on: Moment = (label, act) =>
    moment(world, process, label, () => {
      if (faults.strikes('databaseAway')) throw away();
      const result = act();
      if (faults.strikes('databaseSilent')) throw away();
      return result;
    });
  const db = Object.assign(openMemoryDb(database, process, on), { isBatching: around.isBatching });
  const log = Object.create(silent, {
    error: {
      value: (about: object) => wrongs.push(`${process.name} logs ${JSON.stringify(about)}`),
    },
  });
  return {
    config: CONFIGS[around.confirmOn],
    db,
    vault: plainVault,
    log,
    providerOf: (tenant: Tenant) => openProvider(around, process, tenant),
    chainOf: () => undefined,
  };
}

function away(): DatabaseAwayError {
  return new DatabaseAwayError(new Error('the connection is gone'), 0);
}

const OPERATIONS = { deposit: depositOperation, withdrawal: withdrawalOperation };

/** Reading the journal and cleaning up are not simulated. */
const SIMULATED = new Set([
  'complete operations',
  'sweep idempotency keys',
  'deposit notices',
  'deposit looks',
  'deposit orphans',
  'withdrawal notices',
  'withdrawal looks',
  'deliver webhooks',
  'stop deliveries',
  'retry delivery writes',
]);

function jobsOf(around: Surroundings, { app, process }: Server): Job[] {
  const dispatcher = openDispatcher(app, around.send(process));
  return [
    ...idempotencyJobs(app, OPERATIONS),
    ...depositJobs(app),
    ...withdrawalJobs(app),
    ...webhookJobs(app, dispatcher),
  ].filter(({ name }) => SIMULATED.has(name));
}

/** Starts a turn unless one of its kind is in progress in this process. */
export async function beginTurn(around: Surroundings, server: Server, job: Job): Promise<void> {
  const { world, wrongs } = around;
  const { busy, process } = server;
  if (busy.has(job.name)) return;
  busy.add(job.name);
  note(world, process, `turn: ${job.name}`);
  await within(world, process, () => {
    void job
      .turn()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) wrongs.push(`${job.name} throws ${String(error)}`);
      })
      .finally(() => busy.delete(job.name));
  });
}

export function isWorking(world: World, servers: readonly Server[]): boolean {
  return (
    world.steps.length > 0 || servers.some(({ busy, waiting }) => busy.size + waiting.size > 0)
  );
}
