import { ENVIRONMENT_OF_E, environmentOf, type EnvironmentRow } from '../accounts/store.ts';
import type { DepositId, PaymentLinkId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { Checkout, LinkPage, Standing } from './checkout.ts';

const KEY_PREFIX = 'checkout\t';

interface LinkRow extends EnvironmentRow {
  readonly safeMode: boolean;
  readonly id: PaymentLinkId;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly linkAmountCents: Cents | null;
  readonly active: boolean;
  readonly shopName: string | null;
  readonly shopContact: string | null;
  readonly shopWebsite: string | null;
}

const LINK = sql`
  l.id, l.slug, l.title, l.description, l.amount_cents as link_amount_cents, l.active,
  ${ENVIRONMENT_OF_E}, a.name as shop_name, a.contact as shop_contact, a.website as shop_website,
  coalesce((select safe_mode from installation), false) as safe_mode`;
const LINK_TABLES = sql`
  payment_links l join environments e on e.id = l.environment_id
  join accounts a on a.id = e.account_id`;

function linkOf(row: LinkRow): LinkPage {
  const { id, slug, title, description, active, safeMode } = row;
  return {
    environment: environmentOf(row),
    safeMode,
    id,
    slug,
    title,
    description,
    amountCents: row.linkAmountCents,
    active,
    shop: { name: row.shopName, contact: row.shopContact, website: row.shopWebsite },
  };
}

/** Undefined if there is none, or it was deleted. */
export async function findLinkPage(db: Db, slug: string): Promise<LinkPage | undefined> {
  const [row] = await db<LinkRow>`
    select ${LINK} from ${LINK_TABLES} where l.slug = ${slug} and l.deleted_at is null`;
  return row && linkOf(row);
}

/** Works for deleted links, too: payments made there stay visible. */
export async function findCheckout(
  db: Db,
  slug: string,
  token: string,
): Promise<{ link: LinkPage; checkout: Checkout; isDeleted: boolean } | undefined> {
  const [row] = await db<LinkRow & { depositId: DepositId; isDeleted: boolean }>`
    select ${LINK}, c.deposit_id, l.deleted_at is not null as is_deleted
    from checkouts c
    join ${LINK_TABLES} on l.environment_id = c.environment_id and l.id = c.payment_link_id
    where c.token = ${token} and l.slug = ${slug}`;
  if (!row) return undefined;
  const link = linkOf(row);
  const { depositId, isDeleted } = row;
  const environmentId = link.environment.id;
  return { link, checkout: { environmentId, linkId: link.id, depositId, token }, isDeleted };
}

export interface StandingRow extends Standing {
  readonly depositId: DepositId;
  readonly amountCents: Cents;
  readonly limitCents: number | null;
  /** Whether somebody else is known to have paid, and to have been refunded. */
  readonly isOtherPayer: boolean;
}

const STANDING = sql`
  c.deposit_id, d.status, d.provider_status, d.failure_reason, d.paid_cents, d.total_cents,
  d.expires_at, d.confirmed_at, r.kind as reversal, coalesce(r.divergent, false) as is_other_payer,
  k.state as key_state, c.refusal, c.limit_cents, c.amount_cents, environment_now(c.environment_id) as now`;
const STANDING_TABLES = sql`
  left join deposits d on d.environment_id = c.environment_id and d.id = c.deposit_id
  left join reversals r on r.environment_id = c.environment_id and r.deposit_id = c.deposit_id
  left join idempotency_keys k on k.environment_id = c.environment_id
    and k.key = ${KEY_PREFIX} || c.token`;

/** The current states of these checkouts, in one statement. */
export async function readStandings(
  db: Db,
  checkouts: readonly Pick<Checkout, 'environmentId' | 'depositId'>[],
): Promise<StandingRow[]> {
  return db<StandingRow>`
    select ${STANDING}
    from unnest(${checkouts.map(({ environmentId }) => environmentId)}::text[],
      ${checkouts.map(({ depositId }) => depositId)}::text[])
      as requested (environment_id, deposit_id)
    join checkouts c on c.environment_id = requested.environment_id
      and c.deposit_id = requested.deposit_id
    ${STANDING_TABLES}`;
}

/** The state of one page's checkout, for callers that need nothing else. */
export async function findStanding(
  db: Db,
  slug: string,
  token: string,
): Promise<(StandingRow & Checkout) | undefined> {
  const [row] = await db<StandingRow & Checkout>`
    select c.environment_id, c.payment_link_id as link_id, c.token, ${STANDING}
    from checkouts c
    join payment_links l on l.environment_id = c.environment_id and l.id = c.payment_link_id
    ${STANDING_TABLES}
    where c.token = ${token} and l.slug = ${slug}`;
  return row;
}

/** A checkout's idempotency key. Clients cannot send such a key, since theirs are printable. */
export function keyOf({ token }: Pick<Checkout, 'token'>): string {
  return KEY_PREFIX + token;
}

/**
 * Serializes counting the codes of this payer and of this link until the transaction ends. Both
 * locks are always taken in this order.
 */
export async function lockPayerAndLink(tx: Tx, payer: Buffer, linkId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payer ${payer.toString('hex')}`}, 0))`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`link ${linkId}`}, 0))`;
}

/** The columns of a `Checkout` from its row `c`. */
const CHECKOUT = sql`c.environment_id, c.payment_link_id as link_id, c.deposit_id, c.token`;

type LinkKey = Pick<LinkPage, 'id' | 'environment'>;

/** An order by one payer on one link; the digests are those under every key. */
export interface OrderTrace {
  readonly attempt: string;
  readonly orders: readonly Buffer[];
  readonly networks: readonly Buffer[];
}

/** Waiting for its code or for payment; not paid, expired or canceled. */
const IS_OPEN = sql`(d.id is null or (d.status = 'PENDING'
  and coalesce(d.provider_status, 'pending') = 'pending'
  and d.expires_at > environment_now(c.environment_id)))`;

/** Whether there is an idempotency key: the provider is being, or has been, called. */
export const HAS_KEY = sql`exists (
  select from idempotency_keys k
  where k.environment_id = c.environment_id and k.key = ${KEY_PREFIX} || c.token)`;

/** An order that had no room in the provider's budget does not count here. */
const IS_COUNTED = sql`(d.id is not null or c.created_at > now() - interval '30 seconds'
  or ${HAS_KEY})`;

/** Checkouts that led to nothing are no longer reused well before they are deleted. */
const IS_KEPT = sql`(d.id is not null or c.created_at > now() - interval '30 minutes'
  or ${HAS_KEY})`;

/**
 * The checkout of the same order: from the same form, or from another form of the same payer while
 * the code can still be paid for at least a minute.
 */
export async function findSameOrder(
  db: Db | Tx,
  link: LinkKey,
  { attempt, orders, networks }: OrderTrace,
): Promise<Checkout | undefined> {
  const [row] = await db<Checkout>`
    select ${CHECKOUT} from checkouts c
    left join deposits d on d.environment_id = c.environment_id and d.id = c.deposit_id
    where c.environment_id = ${link.environment.id} and c.payment_link_id = ${link.id}
      and c.order_digest = any(${[...orders]}::bytea[]) and ${IS_KEPT}
      and (c.attempt = ${attempt} or (
        c.created_at > now() - interval '1 hour' and c.refusal is null
        and c.payer_address = any(${[...networks]}::bytea[]) and ${IS_OPEN}
        and (d.id is null or d.expires_at > environment_now(c.environment_id) + interval '1 minute')
        and not exists (
          select from idempotency_keys k where k.environment_id = c.environment_id
            and k.key = ${KEY_PREFIX} || c.token and k.state = 'failed')))
    order by c.attempt = ${attempt} desc, c.created_at desc limit 1`;
  return row;
}

/**
 * How many codes of one payer's network, and of one link, may be open among those of the last
 * while. The intervals are literals, so that every plan knows how short they are.
 */
const PER_NETWORK = { most: 5, within: sql`interval '10 minutes'` };
const PER_LINK = { most: 30, within: sql`interval '1 minute'` };

/**
 * How long until another code may be created; 0 if it may be now.
 * @param whose which checkouts are counted together
 */
async function secondsUntilFewer(
  db: Db | Tx,
  whose: Fragment,
  { most, within }: typeof PER_LINK,
): Promise<number> {
  const [row] = await db<{ seconds: number }>`
    select least(extract(epoch from ${within}), greatest(1,
      ceil(extract(epoch from c.created_at + ${within} - clock_timestamp()))))::int as seconds
    from checkouts c
    left join deposits d on d.environment_id = c.environment_id and d.id = c.deposit_id
    where ${whose} and c.created_at > now() - ${within} and ${IS_OPEN} and ${IS_COUNTED}
    order by c.created_at desc offset ${most - 1} limit 1`;
  return row?.seconds ?? 0;
}

/** @param link if given, only the payer's codes on this link count */
export async function secondsUntilPayerMay(
  db: Db | Tx,
  networks: readonly Buffer[],
  link?: LinkKey,
): Promise<number> {
  const here = link ? sql`and ${isOf(link)}` : sql``;
  const whose = sql`c.payer_address = any(${[...networks]}::bytea[]) ${here}`;
  return secondsUntilFewer(db, whose, PER_NETWORK);
}

function isOf({ id, environment }: LinkKey): Fragment {
  return sql`c.environment_id = ${environment.id} and c.payment_link_id = ${id}`;
}

export async function secondsUntilLinkMay(db: Db | Tx, link: LinkKey): Promise<number> {
  return secondsUntilFewer(db, isOf(link), PER_LINK);
}

interface NewCheckout extends Checkout {
  readonly attempt: string;
  readonly orderDigest: Buffer;
  readonly payerAddress: Buffer;
  readonly amountCents: Cents;
}

/** An old checkout of the same form that led to nothing starts over. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<Checkout> {
  const [row] = await tx<Checkout>`
    insert into checkouts as c (environment_id, deposit_id, payment_link_id, token, attempt,
      order_digest, payer_address, amount_cents)
    values (${checkout.environmentId}, ${checkout.depositId}, ${checkout.linkId},
      ${checkout.token}, ${checkout.attempt}, ${checkout.orderDigest}, ${checkout.payerAddress},
      ${checkout.amountCents})
    on conflict (environment_id, payment_link_id, attempt, order_digest)
      do update set created_at = now(), payer_address = excluded.payer_address, refusal = null,
        limit_cents = null
    returning ${CHECKOUT}`;
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** Records why there will be no code. The first reason stays. */
export async function recordRefusal(
  db: Db,
  { environmentId, depositId }: Checkout,
  refusal: string,
  limitCents: number | null,
): Promise<void> {
  await db`
    update checkouts set refusal = ${refusal}, limit_cents = ${limitCents}
    where environment_id = ${environmentId} and deposit_id = ${depositId} and refusal is null`;
}
