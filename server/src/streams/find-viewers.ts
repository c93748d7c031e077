import type { AccountId, SessionId } from '../ids.ts';
import type { Role } from '../members/member.ts';
import type { Db } from '../platform/db.ts';
import { SESSION_DAYS } from '../sessions/session.ts';

export interface Viewer {
  readonly sessionId: SessionId;
  readonly accountId: AccountId;
  readonly role: Role;
}

/**
 * Those of these sessions that are still open, with their users' current roles in the accounts. An
 * open page does not count as using the session.
 */
export async function findViewers(
  db: Db,
  viewers: readonly Pick<Viewer, 'sessionId' | 'accountId'>[],
): Promise<Viewer[]> {
  return db<Viewer>`
    select s.id as session_id, m.account_id, m.role
    from (
      select distinct session_id, account_id
      from unnest(${viewers.map(({ sessionId }) => sessionId)}::text[],
        ${viewers.map(({ accountId }) => accountId)}::text[]) as given (session_id, account_id)
    ) given
    join sessions s on s.id = given.session_id and s.ended_at is null and not s.is_half_open
      and s.created_at > now() - ${SESSION_DAYS.most} * interval '1 day'
      and s.last_seen_at > now() - ${SESSION_DAYS.idle} * interval '1 day'
    join memberships m on m.user_id = s.user_id and m.account_id = given.account_id`;
}
