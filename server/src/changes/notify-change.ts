import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Change, CHANGE_CHANNEL, type Missed, writeChange } from './change.ts';

/** Notifies open dashboards once this has committed, and never if it does not. */
export function notifyChange(tx: Tx, change: Change): void {
  tx.afterCommit((db) => notifyNow(db, change));
}

/**
 * Notifies open dashboards of something that has committed. Commits that notify are serialized, so
 * this is not part of those that move money: changes of one moment are sent together, in a
 * statement of their own. It is only a hint: the dashboard's next reload makes up for a lost one.
 */
export function notifyNow(db: Db, change: Change): void {
  const waiting = outboxes.get(db);
  if (waiting) {
    waiting.push(change);
    return;
  }
  const outbox = [change];
  outboxes.set(db, outbox);
  setTimeout(() => {
    outboxes.delete(db);
    send(db, outbox).catch(() => undefined);
  }, GATHERING_MS).unref();
}

const outboxes = new WeakMap<Db, Change[]>();
const GATHERING_MS = 50;
/** Per environment and moment; beyond that, clients reload everything anyway. */
export const MAX_NAMED = 100;

async function send(db: Db, changes: readonly Change[]): Promise<void> {
  const texts = [...Map.groupBy(changes, ({ environmentId }) => environmentId)].flatMap(
    ([environmentId, theirs]) => textsOf(environmentId, theirs),
  );
  await db`select pg_notify(${CHANGE_CHANNEL}, text) from unnest(${texts}::text[]) as text`;
}

function textsOf(environmentId: EnvironmentId, changes: readonly Change[]): string[] {
  const reported: readonly (Change | Missed)[] =
    changes.length > MAX_NAMED ? [{ environmentId }] : changes;
  return [...new Set(reported.map(writeChange))];
}
