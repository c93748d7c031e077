import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { App, LoopName } from './app.ts';
import { advanceCharges } from './charges/advance-charges.ts';
import { openProver } from './chain/open-prover.ts';
import type { Config } from './config.ts';
import { armFailpoints } from './failpoint.ts';
import { buildHttp } from './http.ts';
import { playMoves } from './moves/play-moves.ts';
import { createNoticeSender } from './notices/send-notices.ts';
import { voidLeases } from './notices/store.ts';
import { type Db, isConnectionLoss, openDatabase } from './platform/database.ts';
import { HopelessError } from './platform/hopeless-error.ts';
import { type Loop, startLoop } from './platform/loop.ts';
import { migrate } from './platform/migrate.ts';
import { openVault } from './platform/vault.ts';
import { advanceDue } from './steps/advance-due.ts';
import { advanceWithdrawals } from './withdrawals/advance-withdrawals.ts';

const AWAY_PAUSE_MS = 250;

export interface Simulator {
  /** The URL it listens on, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the sandbox provider, once its database is up. @throws Error when the port is taken */
export async function startSimulator(config: Readonly<Config>): Promise<Simulator> {
  armFailpoints(config.failpointsDir);
  const vault = openVault(config.secret);
  const db = openDatabase({ url: config.databaseUrl, vault, pooled: config.databasePooled });
  await whenAvailable(async () => {
    await migrate(config.databaseDirectUrl ?? config.databaseUrl, vault);
    await verifySecret(db);
    await voidLeases(db);
  });

  const loops: Record<LoopName, Loop[]> = { steps: [], moves: [], notices: [] };
  let url = '';
  const seed = await addressSeed(db);
  const prover = openProver(seed);
  const app: App = {
    db,
    config,
    addressSeed: seed,
    prover,
    baseUrl: () => config.baseUrl ?? url,
    wake: (name) => loops[name].forEach((loop) => loop.wake()),
  };
  const http = buildHttp(app);
  await http.listen({ host: config.host, port: config.port });
  url = urlOf(config.host, http.server.address());

  const sender = createNoticeSender(app);
  loops.steps.push(
    startLoop(() => advanceDue(app, 'charge', advanceCharges), reportFailure),
    startLoop(() => advanceDue(app, 'withdrawal', advanceWithdrawals), reportFailure),
  );
  loops.moves.push(startLoop(() => playMoves(app), reportFailure));
  loops.notices.push(startLoop(sender.turn, reportFailure));
  const close = async () => {
    await http.close();
    await Promise.all(
      Object.values(loops)
        .flat()
        .map((loop) => loop.stop()),
    );
    await sender.close();
    await prover.close();
    await db.close();
  };
  return { url, close };
}

/** Waits for a database that is away, or only just starting. */
async function whenAvailable(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      await pause(AWAY_PAUSE_MS);
    }
  }
}

const PROOF = 'secrets.proof';

/** @throws HopelessError when another secret sealed these books: nothing could be read */
async function verifySecret(db: Db): Promise<void> {
  const [secrets] = await db<{ proof: string }>`
    insert into sandbox.secrets (address_seed, proof)
    values (${randomBytes(32)}, ${db.vault.seal(PROOF, PROOF)})
    on conflict (only_row) do update set proof = coalesce(secrets.proof, excluded.proof)
    returning proof`;
  try {
    db.vault.open(PROOF, secrets?.proof ?? '');
  } catch (cause) {
    throw new HopelessError(
      "PONTE_SANDBOX_SECRET is not the one this sandbox's books were sealed with: set it to the sandboxSecret in secrets.json of the data directory that made them, or, to begin with empty books, drop the schema sandbox",
      { cause },
    );
  }
}

/** Generated once per database, so that its addresses are unique. */
async function addressSeed(db: Db): Promise<Buffer> {
  const [secrets] = await db<{ addressSeed: Buffer }>`select address_seed from sandbox.secrets`;
  if (!secrets) throw new Error('the address seed vanished');
  return secrets.addressSeed;
}

function urlOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** An absent database comes back; the calls already report it, so the loops do not repeat it. */
function reportFailure(error: unknown): void {
  if (isConnectionLoss(error)) return;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}
