import { join } from 'node:path';
import type { Db } from '../../src/platform/db.ts';
import { runProgram } from '../run-program.ts';
import type { Probe } from '../scenario.ts';
import { addDeliveries, openDispatcherStage, ownSettings } from './open-dispatcher.ts';
import { openReceiver } from './open-receiver.ts';
import { timingDue } from './time-due.ts';

/** As large as a deposit's event. */
const BODY = JSON.stringify({ event: 'deposit.confirmed', data: { filler: 'x'.repeat(560) } });
/** Each gets up to 64 attempts at a time in a burst. */
const ENDPOINTS = 8;
const CONNECTIONS = 64;
/** A round is made of this many a second, or of as many as the last one achieved. */
const FIRST = 4_000;

/** A worker as in production: leases, signs, posts, and records every attempt. */
export const deliver: Probe = {
  name: 'deliver',
  what: 'Webhook deliveries, signed, every attempt recorded',
  open: async (stage) => {
    const { url } = await openReceiver(stage);
    const { db, addEndpoints, start } = openDispatcherStage(stage, await ownSettings(stage));
    const endpoints = await addEndpoints(Array.from({ length: ENDPOINTS }, () => url));
    const worker = start();
    const timeDue = timingDue();
    let delivered = 0;
    let perSecond = FIRST;
    return {
      round: async (seconds) => {
        const count = Math.ceil(Math.max(FIRST, perSecond) * seconds);
        const fill = async (dueAt: Date): Promise<void> => {
          await addDeliveries(db, endpoints, { after: delivered, count, body: BODY, dueAt });
          if (delivered === 0) await db`analyze`;
        };
        perSecond = await timeDue(count, fill, () => isDelivered(db, delivered + count));
        delivered += count;
        return perSecond;
      },
      close: async () => {
        const [row] = await db<{ delivered: number; attempts: number; counted: number }>`
          select (select count(*) from webhook_deliveries where status = 'succeeded') as delivered,
            (select count(*) from webhook_attempts where response_status = 204) as attempts,
            (select sum(succeeded)::bigint from webhook_hours) as counted`;
        const counts = Object.values(row ?? {});
        if (counts.some((count) => count !== delivered)) {
          throw new Error(`of ${String(delivered)} deliveries there are ${JSON.stringify(row)}`);
        }
        await worker.stop();
      },
    };
  },
};

/** Checks a few rows only, since it shares the processors with the worker. */
async function isDelivered(db: Db, wanted: number): Promise<boolean> {
  const [row] = await db<{ counted: number | null }>`
    select sum(succeeded)::bigint as counted from webhook_hours`;
  return (row?.counted ?? 0) >= wanted;
}

/** The same POSTs to the same receiver from a loop that stores nothing. */
export const bareDeliver: Probe = {
  name: 'bare-deliver',
  what: 'POSTs of the same bodies from a bare undici loop',
  open: async (stage) => {
    const { url } = await openReceiver(stage);
    return {
      round: async (seconds) => {
        const options = { url, connections: CONNECTIONS, seconds, body: BODY };
        const script = join(import.meta.dirname, 'post-bare.ts');
        const run = await runProgram(process.execPath, [script, JSON.stringify(options)]);
        if (run.status !== 0) throw new Error('the bare loop failed');
        // Printed by our own script.
        return (JSON.parse(run.stdout) as { perSecond: number }).perSecond;
      },
      close: () => Promise.resolve(),
    };
  },
};
