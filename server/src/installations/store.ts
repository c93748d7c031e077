import type { Db, Tx } from '../platform/db.ts';

export interface SafeMode {
  readonly on: boolean;
  readonly reason: string | null;
  /** The time of the last change. */
  readonly since: Date | null;
}

export async function readSafeMode(db: Db | Tx): Promise<SafeMode> {
  const [row] = await db<SafeMode>`
    select safe_mode as on, safe_mode_reason as reason, safe_mode_at as since from installation`;
  return row ?? { on: false, reason: null, since: null };
}

/** Turning it on again changes the reason, but keeps the time. */
export async function writeSafeMode(
  db: Db | Tx,
  on: boolean,
  reason: string | null,
): Promise<SafeMode> {
  await db`
    update installation set safe_mode = ${on}, safe_mode_reason = ${reason},
      safe_mode_at = case when safe_mode = ${on} then safe_mode_at else now() end`;
  return readSafeMode(db);
}

/** Whether resting operations could have been resumed throughout the last day. */
export async function wasOffForADay(db: Db): Promise<boolean> {
  const rows = await db`
    select from installation
    where not safe_mode and (safe_mode_at is null or safe_mode_at < now() - interval '24 hours')`;
  return rows.length > 0;
}
