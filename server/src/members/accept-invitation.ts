import { type Person, personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import type { AccountId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { markAccepted } from './invitation-store.ts';
import type { Role } from './member.ts';
import { readInvitation } from './read-invitation.ts';
import { findRole, insertMembership, lockTeam } from './store.ts';

/**
 * Makes a person a member, once, if the invitation was sent to their own address.
 * @throws ApiError link_expired, not_permitted or already_member
 */
export async function acceptInvitation(
  db: Db,
  person: Person,
  token: string,
  address: string,
): Promise<{ accountId: AccountId; role: Role }> {
  const { accountId } = await readInvitation(db, token);
  return db.begin(async (tx) => {
    await lockTeam(tx, accountId);
    const { id, role, email } = await readInvitation(tx, token);
    if (email.toLowerCase() !== person.email.toLowerCase()) throw notTheirs();
    if ((await findRole(tx, person.userId, accountId)) !== undefined) {
      throw new ApiError('already_member');
    }
    if (!(await markAccepted(tx, id, person.userId))) throw new ApiError('link_expired');
    await insertMembership(tx, accountId, person.userId, role);
    await recordAct(tx, {
      actor: personActor(person),
      action: 'acceptInvitation',
      accountId,
      subject: id,
      details: { role },
      address,
    });
    return { accountId, role };
  });
}

function notTheirs(): ApiError {
  return new ApiError('not_permitted', {
    text: {
      pt: 'Este convite foi enviado para outro e-mail. Entre com aquele e-mail para aceitar.',
      en: 'This invitation was sent to another e-mail address. Sign in with that one to accept it.',
    },
  });
}
