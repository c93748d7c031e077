import { ApiError } from '../errors.ts';
import type { AccountId, UserId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { isAllowed, mayChange } from './member.ts';
import { deleteMembership, findRole, hasOtherOwner, lockTeam } from './store.ts';

/**
 * Ends a membership: team managers may end those of others, and everybody their own.
 * @throws ApiError not_found, not_permitted or last_owner
 */
export async function removeMember(
  db: Db,
  accountId: AccountId,
  actorId: UserId,
  id: UserId,
): Promise<void> {
  await db.begin(async (tx) => {
    await lockTeam(tx, accountId);
    const actor = await findRole(tx, actorId, accountId);
    const role = await findRole(tx, id, accountId);
    if (actor === undefined || role === undefined) throw new ApiError('not_found');
    const manages = isAllowed(actor, 'team:manage', 'DELETE') && mayChange(actor, role, undefined);
    if (id !== actorId && !manages) throw new ApiError('not_permitted');
    if (role === 'owner' && !(await hasOtherOwner(tx, accountId, id))) {
      throw new ApiError('last_owner');
    }
    await deleteMembership(tx, accountId, id);
  });
}
