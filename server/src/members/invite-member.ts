import { readEmail } from '../accounts/read-email.ts';
import { getAccount } from '../accounts/store.ts';
import type { App } from '../app.ts';
import type { Person } from '../audits/audit.ts';
import { ApiError } from '../errors.ts';
import { type AccountId, newId, type SessionId } from '../ids.ts';
import { queueMail } from '../mails/store.ts';
import { newToken } from '../platform/token.ts';
import type { Language } from '../refusals.ts';
import {
  countSentToday,
  endInvitationsTo,
  findRoleByEmail,
  insertInvitation,
} from './invitation-store.ts';
import { type Invitation, isAllowed, mayChange, type Role } from './member.ts';
import { holdActor, lockTeam } from './store.ts';

/** Invitations go to unconfirmed addresses, so their number per account is limited. */
const MAX_PER_DAY = 30;

/**
 * Creates an invitation for an address, and queues a mail with the only copy of the link. The link
 * outlives the session, so session and permission are checked again under the team's lock.
 * @throws ApiError invalid_email, signed_out, not_permitted, already_member or rate_limited
 */
export async function inviteMember(
  app: App,
  accountId: AccountId,
  inviter: Person & { readonly id: SessionId; readonly language: Language },
  order: { readonly email: string; readonly role: Role },
): Promise<Invitation> {
  const email = readEmail(order.email);
  if (email === undefined) throw new ApiError('invalid_email');
  const { role } = order;
  const id = newId('inv');
  const { token } = newToken();
  return app.db.begin(async (tx) => {
    await lockTeam(tx, accountId);
    const actor = await holdActor(tx, inviter.id, accountId);
    if (!actor) throw new ApiError('signed_out');
    const own = actor.role;
    const manages = own !== null && isAllowed(own, 'team:manage', 'POST');
    if (!manages || !mayChange(own, undefined, role)) throw new ApiError('not_permitted');
    if ((await findRoleByEmail(tx, accountId, email)) !== undefined) {
      throw new ApiError('already_member');
    }
    if ((await countSentToday(tx, accountId)) >= MAX_PER_DAY) {
      throw new ApiError('rate_limited', { retryAfterSeconds: 3_600 });
    }
    await endInvitationsTo(tx, accountId, email);
    const invitation = { id, accountId, email, role, token, invitedBy: inviter.userId };
    const times = await insertInvitation(tx, invitation);
    const { name: accountName } = await getAccount(tx, accountId);
    await queueMail(tx, app.vault, {
      recipient: email,
      language: inviter.language,
      kind: 'invitation',
      subject: id,
      facts: { token, accountName, invitedBy: inviter.email, role },
    });
    return { id, email, role, invitedBy: inviter.email, ...times };
  });
}
