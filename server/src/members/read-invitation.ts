import { ApiError } from '../errors.ts';
import type { Db, Tx } from '../platform/db.ts';
import { findOpenInvitation, type OpenInvitation } from './invitation-store.ts';
import { isAllowed, mayChange } from './member.ts';

/**
 * The invitation behind a link, if the inviter would still be allowed to send it.
 * @throws ApiError link_expired
 */
export async function readInvitation(db: Db | Tx, token: string): Promise<OpenInvitation> {
  const found = await findOpenInvitation(db, token);
  const inviter = found?.inviterRole ?? undefined;
  const holds =
    inviter !== undefined &&
    isAllowed(inviter, 'team:manage', 'POST') &&
    mayChange(inviter, undefined, found?.role);
  if (!found || !holds) throw new ApiError('link_expired');
  return found;
}
