import { ApiError } from '../errors.ts';
import type { AccountId, UserId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { isAllowed, mayChange, type Member, type Role } from './member.ts';
import { findMember, findRole, hasOtherOwner, lockTeam, updateRole } from './store.ts';

/**
 * Changes a member's role. The actor's permission is checked again under the team's lock.
 * @throws ApiError not_found, not_permitted or last_owner
 */
export async function changeMember(
  db: Db,
  accountId: AccountId,
  actorId: UserId,
  id: UserId,
  role: Role,
): Promise<Member> {
  return db.begin(async (tx) => {
    await lockTeam(tx, accountId);
    const actor = await findRole(tx, actorId, accountId);
    const member = await findMember(tx, accountId, id);
    if (!member || actor === undefined) throw new ApiError('not_found');
    const manages = isAllowed(actor, 'team:manage', 'PATCH');
    if (!manages || !mayChange(actor, member.role, role)) throw new ApiError('not_permitted');
    const endsOwner = member.role === 'owner' && role !== 'owner';
    if (endsOwner && !(await hasOtherOwner(tx, accountId, id))) throw new ApiError('last_owner');
    await updateRole(tx, accountId, id, role);
    return { ...member, role };
  });
}
