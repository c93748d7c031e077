import type { ApiKeyId, EnvironmentId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Db, Tx } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';

/** Whose order it is, and its idempotency key. */
export interface OrderName {
  readonly environmentId: EnvironmentId;
  readonly keyId: ApiKeyId;
  readonly orderKey: string;
}

export interface KnownOrder {
  readonly fingerprint: Buffer;
  /** Null if unknown. */
  readonly tool: string | null;
  /** Whether its amount counts against the caps now. */
  readonly counts: boolean;
  /** Sealed; for payment links made by an older release, which had no other way to do so once. */
  readonly answer: string | null;
}

/**
 * An order counts while a call is in flight, and once it was, or may have been, carried out; not if
 * the provider or a person finally refused it. Only its own tool's record tells: one of another
 * tool may have the same key from long ago. Older releases did not store the tool.
 */
const COUNTS = sql`(o.kept or o.open_calls > 0)
  and not (coalesce(o.tool, 'create_deposit') = 'create_deposit' and exists (
    select from idempotency_keys k
    where k.environment_id = o.environment_id and k.key = o.order_key and k.state = 'failed'))
  and not (coalesce(o.tool, 'request_withdrawal') = 'request_withdrawal' and exists (
    select from withdrawal_requests r
    where r.environment_id = o.environment_id and r.key_id = o.key_id
      and r.request_key = o.order_key and (r.state in ('DECLINED', 'REFUSED')
        or (r.state = 'WAITING' and r.expires_at <= now()))))`;

export async function findOrder(
  tx: Tx,
  { environmentId, keyId, orderKey }: OrderName,
): Promise<KnownOrder | undefined> {
  const [row] = await tx<KnownOrder>`
    select o.fingerprint, o.tool, o.answer, (${COUNTS}) as counts from agent_orders o
    where o.environment_id = ${environmentId} and o.key_id = ${keyId}
      and o.order_key = ${orderKey}`;
  return row;
}

/** The total of the key's other orders of the day, and how long that day lasts. */
export async function readDay(
  tx: Tx,
  { environmentId, keyId, orderKey }: OrderName,
): Promise<{ readonly orderedCents: Cents; readonly secondsLeft: number }> {
  const [row] = await tx<{ orderedCents: Cents; secondsLeft: number }>`
    select
      (select coalesce(sum(o.amount_cents), 0)::bigint from agent_orders o
        where o.environment_id = ${environmentId} and o.key_id = ${keyId}
          and o.day = (now() at time zone 'America/Sao_Paulo')::date
          and o.order_key <> ${orderKey} and ${COUNTS}) as ordered_cents,
      ceil(extract(epoch from
        ((now() at time zone 'America/Sao_Paulo')::date + 1)::timestamp
          at time zone 'America/Sao_Paulo' - now()))::integer as seconds_left`;
  if (!row) throw new Error('a day has a sum');
  return row;
}

interface OpenedOrder {
  readonly tool: string;
  readonly fingerprint: Buffer;
  readonly amountCents: Cents;
}

/** Counts a call, and with it the order's amount, on the day of the first call that counts. */
export async function openOrder(
  tx: Tx,
  { environmentId, keyId, orderKey }: OrderName,
  { tool, fingerprint, amountCents }: OpenedOrder,
  counted: boolean,
): Promise<void> {
  await tx`
    insert into agent_orders as o (environment_id, key_id, order_key, tool, fingerprint, day,
      amount_cents, open_calls)
    values (${environmentId}, ${keyId}, ${orderKey}, ${tool}, ${fingerprint},
      (now() at time zone 'America/Sao_Paulo')::date, ${amountCents}, 1)
    on conflict (environment_id, key_id, order_key) do update set
      open_calls = o.open_calls + 1, called_at = now(), tool = excluded.tool,
      day = case when ${counted} then o.day else excluded.day end,
      amount_cents = case when ${counted} then o.amount_cents else excluded.amount_cents end,
      fingerprint = case when ${counted} then o.fingerprint else excluded.fingerprint end`;
}

/** Ends a call. @param kept whether it was carried out, or may have been */
export async function closeOrder(
  db: Db,
  { environmentId, keyId, orderKey }: OrderName,
  kept: boolean,
): Promise<void> {
  await db`
    update agent_orders set open_calls = greatest(open_calls - 1, 0), kept = kept or ${kept}
    where environment_id = ${environmentId} and key_id = ${keyId} and order_key = ${orderKey}`;
}

const DELETE_BATCH = 5_000;

/**
 * Deletes orders whose last call is older than any idempotency key. A key that was first used
 * longer ago may have an order of today. @returns whether there are probably more
 */
export async function deleteOldOrders(db: Db, days: number): Promise<boolean> {
  const rows = await db`
    delete from agent_orders where (environment_id, key_id, order_key) in (
      select environment_id, key_id, order_key from agent_orders
      -- The second condition implies the first, which has an index.
      where created_at < now() - ${days} * interval '1 day'
        and called_at < now() - ${days} * interval '1 day'
      order by created_at limit ${DELETE_BATCH} for update skip locked)
    returning order_key`;
  return rows.length === DELETE_BATCH;
}
