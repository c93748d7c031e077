import type { AccountId, InvitationId, UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Position } from '../platform/page.ts';
import { sql } from '../platform/sql.ts';
import { hashToken } from '../platform/token.ts';
import { type Invitation, INVITATION_DAYS, type Role } from './member.ts';

const IS_OPEN = sql`and ended_at is null`;
const SHOWN = sql`
  select i.id, i.email, i.role, u.email as invited_by, i.created_at, i.expires_at`;
const INVITER = sql`left join users u on u.id = i.invited_by`;

/** Open invitations, newest first, one row more than the limit. */
export async function listInvitations(
  db: Db,
  accountId: AccountId,
  after: Position | undefined,
  limit: number,
): Promise<Invitation[]> {
  return db<Invitation>`
    ${SHOWN} from (
      select * from invitations
      ${newest([['account_id', accountId]], indexRangeOf(after), limit + 1, IS_OPEN)}
    ) i ${INVITER} order by i.created_at desc, i.id desc`;
}

/** How many were sent within a day, whatever happened to them; the team must be locked. */
export async function countSentToday(tx: Tx, accountId: AccountId): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*) as count from invitations
    where account_id = ${accountId} and created_at > now() - interval '1 day'`;
  return row?.count ?? 0;
}

/** Ends open invitations to this address, so that only one link works at a time. */
export async function endInvitationsTo(tx: Tx, accountId: AccountId, email: string): Promise<void> {
  await tx`
    update invitations set ended_at = now()
    where account_id = ${accountId} and lower(email) = lower(${email}) and ended_at is null`;
}

export async function insertInvitation(
  tx: Tx,
  invitation: {
    readonly id: InvitationId;
    readonly accountId: AccountId;
    readonly email: string;
    readonly role: Role;
    readonly token: string;
    readonly invitedBy: UserId;
  },
): Promise<{ readonly createdAt: Date; readonly expiresAt: Date }> {
  const { id, accountId, email, role, token, invitedBy } = invitation;
  const [row] = await tx<{ createdAt: Date; expiresAt: Date }>`
    insert into invitations (id, account_id, email, role, token_hash, invited_by, expires_at)
    values (${id}, ${accountId}, ${email}, ${role}, ${hashToken(token)}, ${invitedBy},
      now() + ${INVITATION_DAYS}::integer * interval '1 day')
    returning created_at, expires_at`;
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** False if the account has no such invitation, or it has ended. */
export async function endInvitation(
  db: Db,
  accountId: AccountId,
  id: InvitationId,
): Promise<boolean> {
  const rows = await db`
    update invitations set ended_at = now()
    where account_id = ${accountId} and id = ${id} and ended_at is null returning id`;
  return rows.length > 0;
}

export interface OpenInvitation extends Invitation {
  readonly accountId: AccountId;
  readonly accountName: string | null;
  /** The inviter's current role in the account; null if they are no longer a member. */
  readonly inviterRole: Role | null;
}

/** The invitation with this token, if it is still open. */
export async function findOpenInvitation(
  db: Db | Tx,
  token: string,
): Promise<OpenInvitation | undefined> {
  const [row] = await db<OpenInvitation>`
    ${SHOWN}, i.account_id, a.name as account_name, m.role as inviter_role
    from invitations i ${INVITER} join accounts a on a.id = i.account_id
    left join memberships m on m.account_id = i.account_id and m.user_id = i.invited_by
    where i.token_hash = ${hashToken(token)} and i.ended_at is null and i.expires_at > now()`;
  return row;
}

/** False if it has ended meanwhile. */
export async function markAccepted(tx: Tx, id: InvitationId, userId: UserId): Promise<boolean> {
  const rows = await tx`
    update invitations set ended_at = now(), accepted_by = ${userId}
    where id = ${id} and ended_at is null returning id`;
  return rows.length > 0;
}

/** The role in the account of the user with this address. */
export async function findRoleByEmail(
  tx: Tx,
  accountId: AccountId,
  email: string,
): Promise<Role | undefined> {
  const [row] = await tx<{ role: Role }>`
    select m.role from users u join memberships m on m.user_id = u.id
    where lower(u.email) = lower(${email}) and m.account_id = ${accountId}`;
  return row?.role;
}
