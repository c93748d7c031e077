import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { App } from './app.ts';
import { advanceCharges } from './charges/advance-charges.ts';
import type { Config } from './config.ts';
import { armFailpoints } from './failpoint.ts';
import { buildHttp } from './http.ts';
import { createNoticeSender } from './notices/send-notices.ts';
import { voidLeases } from './notices/store.ts';
import { type Db, isConnectionLoss, openDatabase } from './platform/database.ts';
import { type Loop, startLoop } from './platform/loop.ts';
import { migrate } from './platform/migrate.ts';
import { advanceWithdrawals } from './withdrawals/advance-withdrawals.ts';

export interface Simulator {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the sandbox provider. @throws Error when the database or the port cannot be had */
export async function startSimulator(config: Readonly<Config>): Promise<Simulator> {
  armFailpoints(config.failpointsDir);
  await migrate(config.databaseUrl);
  const db = openDatabase(config.databaseUrl);
  await voidLeases(db);

  const loops: Record<'steps' | 'notices', Loop[]> = { steps: [], notices: [] };
  let url = '';
  const app: App = {
    db,
    config,
    addressSeed: await addressSeed(db),
    baseUrl: () => config.baseUrl ?? url,
    wake: (name) => loops[name].forEach((loop) => loop.wake()),
  };
  const http = buildHttp(app);
  await http.listen({ host: config.host, port: config.port });
  url = urlOf(config.host, http.server.address());

  const sender = createNoticeSender(app);
  loops.steps.push(startLoop(() => advanceCharges(app), reportFailure));
  loops.steps.push(startLoop(() => advanceWithdrawals(app), reportFailure));
  loops.notices.push(startLoop(sender.turn, reportFailure));
  const close = async () => {
    await http.close();
    await Promise.all([...loops.steps, ...loops.notices].map((loop) => loop.stop()));
    await sender.close();
    await db.close();
  };
  return { url, close };
}

/** Made once per database, so that its addresses are nobody else's. */
async function addressSeed(db: Db): Promise<Buffer> {
  await db`
    insert into sandbox.secrets (address_seed) values (${randomBytes(32)}) on conflict do nothing`;
  const [secrets] = await db<{ addressSeed: Buffer }>`select address_seed from sandbox.secrets`;
  if (!secrets) throw new Error('the address seed vanished');
  return secrets.addressSeed;
}

function urlOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A database that is away will be back; the calls already say so, once per loop is no news. */
function reportFailure(error: unknown): void {
  if (isConnectionLoss(error)) return;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}
