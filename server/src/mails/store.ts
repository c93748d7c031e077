import type { AccountId, EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import type { Vault } from '../platform/vault.ts';
import type { Language } from '../refusals.ts';
import type {
  Mail,
  MailKind,
  PersonalFacts,
  PersonalKind,
  Place,
  PlacedKind,
  Undated,
  UndatedMail,
} from './mail.ts';

/** The context that the vault binds a mail's facts to. */
const FACTS_PLACE = 'mails.facts';

/**
 * Queues a mail to an account or a person, in the transaction of the change it reports. A mail
 * queued earlier for the same subject is replaced, and sent once more if it had been sent.
 */
export async function queueMail(tx: Tx, vault: Vault, mail: UndatedMail): Promise<void> {
  const facts = sealFacts(vault, mail.facts);
  if ('recipient' in mail) {
    await tx`
      insert into mails (recipient, language, kind, subject, facts)
      values (${mail.recipient}, ${mail.language}, ${mail.kind}, ${mail.subject}, ${facts})
      on conflict (recipient, kind, subject) where account_id is null do update
      set facts = excluded.facts, language = excluded.language, ${AFRESH}`;
    return;
  }
  await tx`
    insert into mails (account_id, kind, subject, facts)
    values (${mail.accountId}, ${mail.kind}, ${mail.subject}, ${facts})
    on conflict (account_id, kind, subject) do update set facts = excluded.facts, ${AFRESH}`;
}

const AFRESH = sql`created_at = now(), sent_at = null, tries = 0, due_at = now(), lease = null,
  lease_until = null`;

/** Queues a mail to every owner and administrator of an account, each in their own language. */
export async function queueMailToManagers<Kind extends PersonalKind>(
  tx: Tx,
  vault: Vault,
  mail: {
    readonly accountId: AccountId;
    readonly kind: Kind;
    readonly subject: string;
    readonly facts: Undated<PersonalFacts[Kind]>;
  },
): Promise<void> {
  await tx`
    insert into mails (recipient, language, kind, subject, facts)
    select u.email, u.language, ${mail.kind}, ${mail.subject}, ${sealFacts(vault, mail.facts)}
    from memberships m join users u on u.id = m.user_id
    where m.account_id = ${mail.accountId} and m.role in ('owner', 'admin')
    on conflict (recipient, kind, subject) where account_id is null do nothing`;
}

/** The same for something that happened in an environment. */
export async function queueMailOfEnvironment<Kind extends PlacedKind>(
  tx: Tx,
  vault: Vault,
  environmentId: EnvironmentId,
  mail: {
    readonly kind: Kind;
    readonly subject: string;
    readonly facts: Omit<PersonalFacts[Kind], keyof Place | 'at'>;
  },
): Promise<void> {
  const [place] = await tx<Place>`
    select e.account_id, a.name as account_name, e.mode
    from environments e join accounts a on a.id = e.account_id where e.id = ${environmentId}`;
  if (!place) throw new Error('there is no such environment');
  // `place` completes the facts that the caller left out.
  const facts = { ...place, ...mail.facts } as unknown as Undated<PersonalFacts[Kind]>;
  const { accountId } = place;
  await queueMailToManagers<Kind>(tx, vault, { accountId, ...mail, facts });
}

function sealFacts(vault: Vault, facts: object): string {
  // Only the previous release reads this time, which may be wrong: see `openMail`.
  return vault.seal(FACTS_PLACE, JSON.stringify({ ...facts, at: new Date().toISOString() }));
}

/** A stored mail, and its recipient. */
export interface KeptMail {
  readonly to: string;
  /** Null for a mail to a person. */
  readonly accountId: AccountId | null;
  readonly language: Language | null;
  readonly kind: MailKind;
  readonly subject: string;
  readonly sealedFacts: string;
  readonly createdAt: Date;
}

/** A mail that only this process may send until its lease ends. */
export interface LeasedMail extends KeptMail {
  readonly id: number;
  readonly lease: string;
  /** How often sending it was attempted before. */
  readonly tries: number;
}

/**
 * The recipient of an account's mail: the person who created the account or, once they have left,
 * its longest-standing owner. Without one, the account's address.
 */
const OWNER = sql`coalesce((
  select u.email from memberships s join users u on u.id = s.user_id
  where s.account_id = a.id and s.role = 'owner'
  order by u.email = a.email desc, s.created_at, s.user_id limit 1), a.email)`;

/** How many of the due mails are looked at, so that a long queue costs no more than a short one. */
const SEEN = 500;

const IS_DUE = sql`d.due_at <= now() and (d.lease_until is null or d.lease_until <= now())`;

/**
 * Leases due mails, the first of each recipient before the second of any: an account that has its
 * managers mailed by the thousand does not keep a new password, or news of a MED, from others. If
 * there are more than are looked at, those that one recipient has beyond a whole batch fall due one
 * by one, a second apart, and so make room.
 */
export async function leaseDueMails(db: Db, lease: string, limit: number): Promise<LeasedMail[]> {
  return db<LeasedMail>`
    with seen as (
      select d.id, d.due_at, coalesce(d.recipient, ${OWNER}) as recipient
      from mails d left join accounts a on a.id = d.account_id
      where ${IS_DUE} order by d.due_at limit ${SEEN}
    ), ranked as (
      select seen.*, count(*) over () as waiting,
        row_number() over (partition by recipient order by due_at, id) as nth
      from seen
    ), due as (
      select d.id, ranked.recipient from ranked join mails d on d.id = ranked.id
      where ranked.nth <= ${limit} and ${IS_DUE}
      order by ranked.nth, ranked.due_at, d.id limit ${limit}
      for update of d skip locked
    ), surplus as (
      select d.id, ranked.nth from ranked join mails d on d.id = ranked.id
      where ranked.waiting = ${SEEN} and ranked.nth > ${limit} and ${IS_DUE}
      for update of d skip locked
    ), spread as (
      update mails m set due_at = now() + (surplus.nth - ${limit}) * interval '1 second'
      from surplus where m.id = surplus.id
    )
    update mails m set lease = ${lease}, lease_until = now() + interval '2 minutes'
    from due where m.id = due.id
    returning m.id, m.lease, due.recipient as "to", m.account_id, m.language, m.kind, m.subject,
      m.facts as sealed_facts, m.tries, m.created_at`;
}

/** Newest first, whether or not they were sent. */
export async function listMails(db: Db, limit: number): Promise<KeptMail[]> {
  return db<KeptMail>`
    select coalesce(m.recipient, ${OWNER}) as "to", m.account_id, m.language, m.kind, m.subject,
      m.facts as sealed_facts, m.created_at
    from mails m left join accounts a on a.id = m.account_id
    where m.facts is not null order by m.created_at desc, m.id desc limit ${limit}`;
}

/** @throws if no key decrypts it */
export function openMail(vault: Vault, kept: KeptMail): Mail {
  const { to, accountId, language, kind, subject, sealedFacts, createdAt } = kept;
  // Kind and facts were written together, from a mail.
  const facts = JSON.parse(vault.open(FACTS_PLACE, sealedFacts)) as Mail['facts'];
  // When it happened is when it was queued: the process that did both may have had a wrong clock.
  const dated = { ...facts, at: createdAt.toISOString() };
  const receiver = accountId === null ? { recipient: to, language } : { accountId };
  return { ...receiver, kind, subject, facts: dated } as Mail;
}

/** Marks nothing if the lease was lost, or the mail was queued again meanwhile. */
export async function markSent(db: Db, { id, lease }: LeasedMail): Promise<void> {
  await db`
    update mails set sent_at = now(), tries = tries + 1, due_at = null, lease = null,
      lease_until = null
    where id = ${id} and lease = ${lease}`;
}

/** @param waitMs until the next attempt; null gives up */
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

const DELETE_BATCH = 1_000;

/**
 * Deletes mails that were sent or given up and are older than `days`, since they contain people's
 * addresses. @returns whether there are probably more
 */
export async function deleteOldMails(db: Db, days: number): Promise<boolean> {
  const rows = await db`
    delete from mails where id in (
      select id from mails
      where due_at is null and created_at < now() - ${days} * interval '1 day'
      order by created_at limit ${DELETE_BATCH} for update skip locked)
    returning id`;
  return rows.length === DELETE_BATCH;
}
