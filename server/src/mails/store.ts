import type { AccountId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import type { Mail, MailKind } from './mail.ts';

/** Where the vault binds what a mail says. */
const FACTS_PLACE = 'mails.facts';

/**
 * Owes an account a mail, with the change that it tells of. What was queued of the same subject
 * before is replaced, and sent once more if it was sent already.
 */
export async function queueMail(tx: Tx, vault: Vault, mail: Mail): Promise<void> {
  const facts = vault.seal(FACTS_PLACE, JSON.stringify(mail.facts));
  await tx`
    insert into mails (account_id, kind, subject, facts)
    values (${mail.accountId}, ${mail.kind}, ${mail.subject}, ${facts})
    on conflict (account_id, kind, subject) do update set facts = excluded.facts,
      created_at = now(), sent_at = null, tries = 0, due_at = now(), lease = null, lease_until = null`;
}

/** A mail that this process alone may send until its lease ends. */
export interface LeasedMail {
  readonly id: number;
  readonly lease: string;
  readonly to: string;
  readonly accountId: AccountId;
  readonly kind: MailKind;
  readonly subject: string;
  readonly sealedFacts: string;
  /** How often it was tried before. */
  readonly tries: number;
  readonly createdAt: Date;
}

export async function leaseDueMails(db: Db, lease: string, limit: number): Promise<LeasedMail[]> {
  return db<LeasedMail>`
    with due as (
      select id from mails
      where due_at <= now() and (lease_until is null or lease_until <= now())
      order by due_at limit ${limit}
      for update skip locked
    )
    update mails m set lease = ${lease}, lease_until = now() + interval '2 minutes'
    from due, accounts a
    where m.id = due.id and a.id = m.account_id
    returning m.id, m.lease, a.email as "to", m.account_id, m.kind, m.subject,
      m.facts as sealed_facts, m.tries, m.created_at`;
}

/** @throws when no key opens it */
export function openMail(vault: Vault, leased: LeasedMail): Mail {
  const { accountId, kind, subject, sealedFacts } = leased;
  const facts: unknown = JSON.parse(vault.open(FACTS_PLACE, sealedFacts));
  // Kind and facts were written together, from a mail.
  return { accountId, kind, subject, facts } as Mail;
}

/** Nothing is marked when the lease was lost, or the mail was queued anew meanwhile. */
export async function markSent(db: Db, { id, lease }: LeasedMail): Promise<void> {
  await db`
    update mails set sent_at = now(), tries = tries + 1, due_at = null, lease = null,
      lease_until = null
    where id = ${id} and lease = ${lease}`;
}

/** @param waitMs until the next try; null gives the mail up. */
export async function markFailed(
  db: Db,
  { id, lease }: LeasedMail,
  waitMs: number | null,
): Promise<void> {
  await db`
    update mails set tries = tries + 1, lease = null, lease_until = null,
      due_at = now() + ${waitMs}::double precision * interval '1 ms'
    where id = ${id} and lease = ${lease}`;
}

export async function countWaitingMails(db: Db): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from mails where due_at is not null`;
  return row?.count ?? 0;
}
