import type { Gateway } from '../gateway.ts';
import type { Person } from '../person.ts';

/** Expires somebody's sessions, or renews them as if they had signed in again. */
export async function endSessions(
  { app }: Gateway,
  { userId }: Person,
  { areOver = true } = {},
): Promise<void> {
  const days = areOver ? -31 : 31;
  await app.db`
    update sessions set created_at = created_at + ${days} * interval '1 day'
    where user_id = ${userId}`;
}
