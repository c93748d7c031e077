import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Change, CHANGE_CHANNEL, type Missed, writeChange } from './change.ts';

/** Tells open dashboards once this has committed, and nobody if it never does. */
export function tellChange(tx: Tx, change: Change): void {
  tx.afterCommit((db) => tellNow(db, change));
}

/**
 * Tells open dashboards of what has committed. Commits that notify wait for each other, so none
 * that moves money does: what happens within a moment is told together, by a statement of its own.
 * It is a hint: one that is lost is made up for when the dashboard reads again.
 */
export function tellNow(db: Db, change: Change): void {
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
/** Of one environment in one moment; whoever is told of more reads everything again anyway. */
const MOST_NAMED = 100;

async function send(db: Db, changes: readonly Change[]): Promise<void> {
  const texts = [...Map.groupBy(changes, ({ environmentId }) => environmentId)].flatMap(
    ([environmentId, theirs]) => textsOf(environmentId, theirs),
  );
  await db`select pg_notify(${CHANGE_CHANNEL}, text) from unnest(${texts}::text[]) as text`;
}

function textsOf(environmentId: EnvironmentId, changes: readonly Change[]): string[] {
  const told: readonly (Change | Missed)[] =
    changes.length > MOST_NAMED ? [{ environmentId }] : changes;
  return [...new Set(told.map(writeChange))];
}
