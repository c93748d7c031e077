import type { AccountId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { EVENT_KINDS, PING } from '../webhooks/event.ts';
import { CHECKLIST_ITEMS, type ChecklistItem } from './checklist.ts';

const KINDS = [...EVENT_KINDS, PING];

type Times = Readonly<Record<ChecklistItem, Date | null>>;

interface Checklist {
  readonly items: { id: ChecklistItem; doneAt: string | null }[];
  readonly isHidden: boolean;
}

/**
 * Ticked by what happened. Once ticked an item stays so, also when the wallet, the key or the
 * delivery that ticked it is gone; what is ticked is looked for no more.
 */
export async function readChecklist(db: Db, accountId: AccountId): Promise<Checklist> {
  const [known] = await db<Times & { isHidden: boolean }>`
    select is_hidden, email_at as email, wallet_at as wallet, key_at as key,
      payment_at as payment, webhook_at as webhook
    from checklists where account_id = ${accountId}`;
  const isOver = known && CHECKLIST_ITEMS.every((id) => known[id] !== null);
  const times = isOver ? known : await tick(db, accountId);
  return {
    items: CHECKLIST_ITEMS.map((id) => ({ id, doneAt: times[id]?.toISOString() ?? null })),
    isHidden: known?.isHidden ?? false,
  };
}

export async function hideChecklist(
  db: Db,
  accountId: AccountId,
  isHidden: boolean,
): Promise<void> {
  await db`
    insert into checklists (account_id, is_hidden) values (${accountId}, ${isHidden})
    on conflict (account_id) do update set is_hidden = excluded.is_hidden`;
}

/** What has happened by now, and is written down only when it is news. */
async function tick(db: Db, accountId: AccountId): Promise<Times> {
  const [times] = await db<Times>`
    with seen as (
      select ${accountId} as account_id,
        coalesce(c.email_at, (
          select min(u.email_confirmed_at) from memberships m join users u on u.id = m.user_id
          where m.account_id = ${accountId} and m.role = 'owner')) as email_at,
        coalesce(c.wallet_at, (
          select min(w.created_at) from environments e
          join wallets w on w.environment_id = e.id and not w.is_rehearsal
          where e.account_id = ${accountId})) as wallet_at,
        coalesce(c.key_at, (
          select min(k.created_at) from environments e
          join api_keys k on k.environment_id = e.id
          where e.account_id = ${accountId})) as key_at,
        coalesce(c.payment_at, (
          select min(d.confirmed_at) from environments e
          join deposits d on d.environment_id = e.id and d.status = 'CONFIRMED'
          where e.account_id = ${accountId} and e.mode = 'test')) as payment_at,
        coalesce(c.webhook_at, (
          select min(first.at) from environments e
          join webhook_endpoints p on p.environment_id = e.id
          cross join lateral (
            -- Each kind is a stretch of the index of the endpoint.
            select min(oldest.at) as at from unnest(${KINDS}::text[]) as kind
            cross join lateral (
              select d.created_at as at from webhook_deliveries d
              where d.environment_id = e.id and d.endpoint_id = p.id and d.event = kind
                and d.status = 'succeeded'
              order by d.created_at, d.id limit 1) oldest) first
          where e.account_id = ${accountId})) as webhook_at
      from (select) as nothing left join checklists c on c.account_id = ${accountId}
    ), kept as (
      insert into checklists (account_id, email_at, wallet_at, key_at, payment_at, webhook_at)
      select * from seen
      where num_nonnulls(email_at, wallet_at, key_at, payment_at, webhook_at) > coalesce((
        select num_nonnulls(c.email_at, c.wallet_at, c.key_at, c.payment_at, c.webhook_at)
        from checklists c where c.account_id = ${accountId}), 0)
      on conflict (account_id) do update set
        email_at = coalesce(checklists.email_at, excluded.email_at),
        wallet_at = coalesce(checklists.wallet_at, excluded.wallet_at),
        key_at = coalesce(checklists.key_at, excluded.key_at),
        payment_at = coalesce(checklists.payment_at, excluded.payment_at),
        webhook_at = coalesce(checklists.webhook_at, excluded.webhook_at)
    )
    select email_at as email, wallet_at as wallet, key_at as key, payment_at as payment,
      webhook_at as webhook
    from seen`;
  return times ?? { email: null, wallet: null, key: null, payment: null, webhook: null };
}
