import type { Member } from '../api/operations.ts';

export type Role = Member['role'];

/** From the most powerful to the least. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'viewer'];

/** Nobody grants, takes away or ends a role above their own. */
export function rolesBelow(mine: Role): readonly Role[] {
  return ROLES.slice(ROLES.indexOf(mine));
}

/** An account keeps an owner, so its only owner can neither leave nor take a lesser role. */
export function isOnlyOwner(
  { id, role }: Pick<Member, 'id' | 'role'>,
  members: readonly Pick<Member, 'id' | 'role'>[],
): boolean {
  return role === 'owner' && !members.some((other) => other.role === 'owner' && other.id !== id);
}
