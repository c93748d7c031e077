import type { Gateway } from '../gateway.ts';
import type { Person } from '../person.ts';

/** Ends somebody's sessions as time does, or, as if they had signed in again, begins them anew. */
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
