/**
 * One schedule: a small installation with its clients, its provider and its receivers, in which the
 * seed decides what happens next and what goes wrong. Then nothing goes wrong any more, all work is
 * drained, and the books are checked.
 */
import type { Environment, Mode } from '../../src/accounts/environment.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { newSecret, SECRET_PLACE } from '../../src/webhooks/endpoint.ts';
import { DEFAULT_KINDS } from '../../src/webhooks/event.ts';
import { cents } from '../../src/money.ts';
import { ask, type Client } from './clients.ts';
import { chooseFaults } from './faults.ts';
import { drain } from './drain.ts';
import { checkInvariants, rowsOf } from './check-invariants.ts';
import { checkNotifications } from './check-notifications.ts';
import type { Ledger } from './ledger.ts';
import { begin, commit, execute, openMemory } from './memory/database.ts';
import { beginIds, newId } from './memory/ids.ts';
import { deposits, endpoints, environments, wallets, withdrawals } from './memory/tables.ts';
import { moveLedger } from './notices.ts';
import { type Inboxes, openReceivers } from './receivers.ts';
import {
  beginTurn,
  crash,
  openServer,
  restartDatabase,
  type Server,
  type Surroundings,
} from './servers.ts';
import { enter } from './surroundings.ts';
import { databaseNow, nobody, note, openWorld, takeStep, type World } from './world.ts';

export interface Stage extends Surroundings {
  readonly servers: readonly Server[];
  readonly clients: readonly Client[];
  readonly inboxes: Inboxes;
  /** Whether the clocks of database and provider have always agreed. */
  clocksAgree: boolean;
}

export interface Verdict {
  readonly seed: number;
  readonly steps: number;
  /** What should hold and does not; empty when all is well. */
  readonly wrongs: readonly string[];
  readonly trace: readonly string[];
}

export async function runSchedule(seed: number, traced = false): Promise<Verdict> {
  beginIds();
  const stage = openStage(openWorld(seed, traced));
  const { world, wrongs } = stage;
  const length = world.random.integer(60, 260);
  try {
    for (let at = 0; at < length; at += 1) await somethingHappens(stage);
    stage.faults.end();
    await drain(stage);
    wrongs.push(...checkInvariants(stage), ...checkNotifications(stage));
  } finally {
    enter(undefined);
  }
  return { seed, steps: world.taken, wrongs: [...new Set(wrongs)], trace: world.trace ?? [] };
}

function openStage(world: World): Stage {
  const { random } = world;
  const database = openMemory(() => databaseNow(world));
  const faults = chooseFaults(random);
  const honoursNonces = random.fraction() < 0.5;
  const ledger: Ledger = {
    ...{ honoursNonces, charges: [], payouts: [] },
    ...{ refused: new Set(), payoutsAsked: new Map() },
  };
  const inboxes: Inboxes = new Map();
  const rowOf = (ref: string) =>
    [...rowsOf(database, deposits), ...rowsOf(database, withdrawals)].find(
      ({ providerRef }) => providerRef === ref,
    );
  const isShown = (ref: string): boolean => rowOf(ref) !== undefined;
  const isClosed = (ref: string): boolean => {
    const status = rowOf(ref)?.status ?? 'PENDING';
    return status !== 'PENDING' && status !== 'PROCESSING';
  };
  const around: Surroundings = {
    ...{ world, faults, ledger, isShown, isClosed, database, wrongs: [] },
    isBatching: random.fraction() < 0.5,
    confirmOn: random.fraction() < 0.8 ? 'accepted' : 'depix_sent',
    send: openReceivers(world, faults, inboxes),
  };
  world.place(nobody);
  const tenants = [0, 1].map(() => openTenant(around));
  const names = [
    ['api', 'a1'],
    ['api', 'a2'],
    ['worker', 'w1'],
    ['worker', 'w2'],
  ] as const;
  const servers = names.map(([role, name]) => openServer(around, role, name));
  const clients = Array.from({ length: random.integer(1, 4) }, (_, index) =>
    openClient(around, tenants, index),
  );
  return { ...around, servers, clients, inboxes, clocksAgree: true };
}

/** An environment with a wallet and up to two endpoints. */
function openTenant({ world, database }: Surroundings): Environment {
  const { random } = world;
  const mode: Mode = random.fraction() < 0.5 ? 'live' : 'test';
  const id = newId('env');
  const accountId = newId('acc');
  const tx = begin(database, nobody);
  execute(database, tx, (s) => {
    s.insert(environments, { id, accountId, mode });
    s.insert(wallets, { environmentId: id, id: newId('wal'), liquidAddress: 'a wallet' });
    for (let index = random.integer(0, 2); index > 0; index -= 1) {
      s.insert(endpoints, {
        ...{ environmentId: id, id: newId('whe'), url: `https://receiver${String(index)}.example` },
        ...{ events: DEFAULT_KINDS, enabled: true, disabledReason: null, failingSince: null },
        ...{ slow: false, secret: `v1:plain:${SECRET_PLACE}:${newSecret()}` },
      });
    }
  });
  commit(database, tx);
  const schedule = { percentBasisPoints: 200, fixedCents: cents(99) };
  const rate = { perSecond: 1, burst: 1 };
  return {
    ...{ id, accountId, mode, depositsEnabled: true, withdrawalsEnabled: true },
    fees: { deposit: schedule, withdrawal: schedule },
    rates: { read: rate, money: rate },
  };
}

function openClient(
  { world: { random } }: Surroundings,
  tenants: readonly Environment[],
  index: number,
): Client {
  const environment = tenants[random.integer(0, tenants.length - 1)];
  if (!environment) throw new Error('there is no tenant');
  return {
    ...{ key: `key ${String(index)}`, environment, asking: 0, asked: 0 },
    operation: random.fraction() < 0.7 ? 'deposit' : 'withdrawal',
    amounts: [random.integer(200, 9_000), random.integer(9_001, 20_000)],
    givesUp: random.fraction() < 0.15,
    answers: [[], []],
    refusals: [[], []],
  };
}

const WHAT_HAPPENS = { step: 62, turn: 16, request: 9, ledger: 7, time: 6 };
/** How often the same client sends two requests at once, or another order under its key. */
const AT_ONCE = 0.3;
const OTHERWISE = 0.08;

async function somethingHappens(stage: Stage): Promise<void> {
  const { world, faults, servers } = stage;
  await disturb(stage);
  switch (world.random.weighted(WHAT_HAPPENS)) {
    case 'step':
      if (!(await takeStep(world)) && !faults.strikes('longPause')) world.elapsedMs += 500;
      return;
    case 'turn': {
      const server = servers[world.random.integer(2, 3)];
      const job = server?.jobs[world.random.integer(0, server.jobs.length - 1)];
      if (server && job) await beginTurn(stage, server, job);
      return;
    }
    case 'request':
      await askSomething(stage);
      return;
    case 'ledger':
      moveLedger(stage, servers);
      return;
    case 'time':
      world.elapsedMs += world.random.integer(1, faults.strikes('longPause') ? 70_000 : 6_000);
      return;
  }
}

async function askSomething(stage: Stage): Promise<void> {
  const { world, clients, servers } = stage;
  const { random } = world;
  const client = clients[random.integer(0, clients.length - 1)];
  const server = servers[random.integer(0, 1)];
  if (!client || !server) return;
  if (client.asking > 0 && random.fraction() > AT_ONCE) return;
  if (client.givesUp && client.asked > 1) return;
  await ask(stage, client, server, random.fraction() < OTHERWISE ? 1 : 0);
}

async function disturb(stage: Stage): Promise<void> {
  const { world, faults, servers } = stage;
  const { random } = world;
  const server = servers[random.integer(0, servers.length - 1)];
  if (server && faults.strikes('crash')) await crash(stage, server);
  if (faults.strikes('databaseRestarts')) restartDatabase(stage);
  if (server && faults.strikes('clockJumps')) {
    server.process.skewMs += random.integer(-HOUR_MS, HOUR_MS);
    note(world, server.process, 'its clock jumps');
  }
  if (faults.strikes('databaseClockJumps')) {
    world.databaseSkewMs += random.integer(-HOUR_MS, HOUR_MS);
    stage.clocksAgree = false;
    note(world, nobody, "the database's clock jumps");
  }
}
