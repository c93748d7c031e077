import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '../../src/platform/db.ts';
import { openVault, type Vault } from '../../src/platform/vault.ts';
import { SECRET_PLACE, newSecret } from '../../src/webhooks/endpoint.ts';
import { newId } from '../../src/ids.ts';
import { startChild } from '../child.ts';
import type { Probe } from '../scenario.ts';
import { addTenants, connectPatiently, type Tenant } from '../tenants.ts';
import { assertSettled, fillInbox, isInboxEmpty } from './fill-inbox.ts';
import { timingDue } from './time-due.ts';

/** Never contacted: nothing is sent here. */
const URL_OF_NOBODY = 'https://shop.example/hook';
/** A round is made of this many a second, or of as many as the last one achieved. */
const FIRST = 4_000;

/**
 * A worker's turns over the inbox: notices leased, their deposits found and locked, decisions made,
 * then status, history, event, one delivery each, sums and the notices' end, all committed. The
 * provider's answers are at hand, so that the wire is not part of it.
 */
export const settle: Probe = {
  name: 'settle',
  what: 'State change, event and delivery row, applied by the worker from stored notices',
  open: async (stage) => {
    const url = await stage.openDatabase();
    const db = connectPatiently(url);
    stage.after(() => db.end());
    const keys = `k1:${randomBytes(32).toString('base64')}`;
    const vault = openVault(keys);
    const tenants = await addTenants(db);
    await addEndpoints(db, vault, tenants);
    const env = { DATABASE_URL: url, PONTE_ENCRYPTION_KEYS: keys, PONTE_PARENT_PIPE: 'true' };
    const worker = startChild(join(import.meta.dirname, 'apply-stored.ts'), {
      env,
      nodeOptions: stage.nodeOptions,
    });
    stage.after(() => worker.stop());
    const timeDue = timingDue();
    let settled = 0;
    let perSecond = FIRST;
    return {
      round: async (seconds) => {
        const count = Math.ceil(Math.max(FIRST, perSecond) * seconds);
        const fill = async (dueAt: Date): Promise<void> => {
          await fillInbox(db, vault, tenants, { after: settled, count, dueAt });
          // Plans are then made for the tables as they are, not as they were when they were empty.
          if (settled === 0) await db`analyze`;
        };
        perSecond = await timeDue(count, fill, () => isInboxEmpty(db));
        settled += count;
        return perSecond;
      },
      close: async () => {
        await assertSettled(db, settled);
        await worker.stop();
      },
    };
  },
};

/** One endpoint for each tenant. */
async function addEndpoints(db: Db, vault: Vault, tenants: readonly Tenant[]): Promise<void> {
  await db`
    insert into webhook_endpoints (environment_id, id, url, events, secret, created_at, updated_at)
    select *, '{deposit.confirmed}', ${vault.seal(SECRET_PLACE, newSecret())}, now(), now()
    from unnest(${tenants.map(({ environmentId }) => environmentId)}::text[],
      ${tenants.map(() => newId('whe'))}::text[], ${tenants.map(() => URL_OF_NOBODY)}::text[])`;
}
