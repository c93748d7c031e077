import type { EnvironmentId, PaymentLinkId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { Position } from '../platform/page.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { LinkOrder, PaymentLink } from './payment-link.ts';

/** Each row of `links` with the sums of its deposits. */
function withSums(links: Fragment): Fragment {
  return sql`
    select l.id, l.slug, l.title, l.description, l.amount_cents, l.active, l.created_at,
      l.updated_at, coalesce(sums.payments_count, 0)::bigint as payments_count,
      coalesce(sums.received_cents, 0)::bigint as received_cents
    from (${links}) l cross join lateral (
      select sum(confirmed_count) as payments_count, sum(received_cents) as received_cents
      from deposit_sums s where s.environment_id = l.environment_id and s.subject_id = l.id
    ) sums`;
}

/** The idempotency key, and the fingerprint of its request. */
interface LinkKey {
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Undefined if there already is a link with that key. */
export async function insertLink(
  db: Db | Tx,
  environmentId: EnvironmentId,
  link: LinkOrder & { readonly id: PaymentLinkId; readonly slug: string },
  keyed?: LinkKey,
): Promise<PaymentLink | undefined> {
  const [row] = await db<PaymentLink>`
    with added as (
      insert into payment_links
        (environment_id, id, slug, title, description, amount_cents, created_at, updated_at,
          request_key, fingerprint)
      select ${environmentId}, ${link.id}, ${link.slug}, ${link.title}, ${link.description},
        ${link.amountCents}::bigint, now, now, ${keyed?.key}, ${keyed?.fingerprint}::bytea
      from environment_now(${environmentId}) as now
      on conflict (environment_id, request_key) where request_key is not null and deleted_at is null
        do nothing
      returning *
    ) ${withSums(sql`select * from added`)}`;
  return row;
}

/** The link with that key, and the fingerprint of the request that created it. */
export async function findKeyed(
  db: Db,
  environmentId: EnvironmentId,
  key: string,
): Promise<{ readonly id: PaymentLinkId; readonly fingerprint: Buffer } | undefined> {
  const [row] = await db<{ id: PaymentLinkId; fingerprint: Buffer }>`
    select id, fingerprint from payment_links
    where environment_id = ${environmentId} and request_key = ${key} and deleted_at is null`;
  return row;
}

/** Newest first, one row more than the limit. */
export async function listLinks(
  db: Db,
  environmentId: EnvironmentId,
  after: Position | undefined,
  limit: number,
): Promise<PaymentLink[]> {
  const tenant = [['environment_id', environmentId]] as const;
  const isThere = sql`and deleted_at is null`;
  const page = sql`
    select * from payment_links ${newest(tenant, indexRangeOf(after), limit + 1, isThere)}`;
  return db<PaymentLink>`${withSums(page)} order by l.created_at desc, l.id desc`;
}

/** Undefined if there is no such link. */
export async function findLink(
  db: Db,
  environmentId: EnvironmentId,
  id: PaymentLinkId,
): Promise<PaymentLink | undefined> {
  const found = sql`
    select * from payment_links
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null`;
  const [link] = await db<PaymentLink>`${withSums(found)}`;
  return link;
}

/** Undefined fields stay as they are. */
export interface LinkChange {
  readonly active?: boolean | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Undefined if there is no such link. */
export async function updateLink(
  db: Db,
  environmentId: EnvironmentId,
  id: PaymentLinkId,
  change: LinkChange,
): Promise<PaymentLink | undefined> {
  const { active = null, title = null, description = null } = change;
  const [link] = await db<PaymentLink>`
    with changed as (
      update payment_links set
        active = coalesce(${active}, active), title = coalesce(${title}, title),
        description = coalesce(${description}, description),
        updated_at = case when num_nulls(${active}::boolean, ${title}::text, ${description}::text) = 3
          then updated_at else environment_now(environment_id) end
      where environment_id = ${environmentId} and id = ${id} and deleted_at is null
      returning *
    ) ${withSums(sql`select * from changed`)}`;
  return link;
}

/** A soft delete: payments in flight still count, and the slug stays taken. */
export async function markDeleted(
  db: Db,
  environmentId: EnvironmentId,
  id: PaymentLinkId,
): Promise<boolean> {
  const rows = await db`
    update payment_links set deleted_at = environment_now(environment_id), active = false
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null
    returning id`;
  return rows.length > 0;
}
