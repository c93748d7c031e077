import type { Db, Tx } from '../platform/db.ts';
import type { Attempts } from './attempt.ts';

/** The attempts of a subject, whose row is locked until this transaction ends. */
export async function lockAttempts(
  tx: Tx,
  subject: Buffer,
): Promise<{ attempts: Attempts | undefined; now: Date }> {
  // Insert the row before locking it, or two transactions would each start a count.
  const [row] = await tx<Attempts & { now: Date; isNew: boolean }>`
    insert into attempts as a (subject, tries, since)
    values (${subject}, 0, clock_timestamp())
    on conflict (subject) do update set tries = a.tries
    returning tries, since, holds, held_until, clock_timestamp() as now, xmax = 0 as is_new`;
  if (!row) throw new Error('an insert returned no row');
  const { now, isNew, ...attempts } = row;
  return { attempts: isNew ? undefined : attempts, now };
}

export async function writeAttempts(tx: Tx, subject: Buffer, attempts: Attempts): Promise<void> {
  await tx`
    update attempts set tries = ${attempts.tries}, since = ${attempts.since},
      holds = ${attempts.holds}, held_until = ${attempts.heldUntil}
    where subject = ${subject}`;
}

export async function deleteAttempts(tx: Tx, subject: Buffer): Promise<void> {
  await tx`delete from attempts where subject = ${subject}`;
}

/** Takes back one attempt that succeeded. */
export async function undoAttempt(db: Db, subject: Buffer): Promise<void> {
  await db`
    update attempts set tries = tries - 1
    where subject = ${subject} and tries > 0 and held_until is null`;
}

/** Deletes attempts too old to block anybody. */
export async function deleteOldAttempts(db: Db, limit: number): Promise<number> {
  const rows = await db`
    delete from attempts where subject in (
      select subject from attempts where since < now() - interval '3 days'
      order by since limit ${limit} for update skip locked)
    returning subject`;
  return rows.length;
}
