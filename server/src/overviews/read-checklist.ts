import type { Environment } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { DELIVERED_KINDS } from '../webhooks/event.ts';
import { type ChecklistItem, CHECKLISTS } from './checklist.ts';

type Times = Readonly<Record<ChecklistItem, Date | null>>;

interface Checklist {
  readonly items: { id: ChecklistItem; doneAt: string | null }[];
  readonly isHidden: boolean;
}

/**
 * Items are ticked by events. A ticked item stays ticked, even if the wallet, key or delivery
 * behind it is deleted; it is not looked up again.
 */
export async function readChecklist(app: App, environment: Environment): Promise<Checklist> {
  const { id: environmentId, mode } = environment;
  const [known] = await app.db<Times & { isHidden: boolean }>`
    select is_hidden, email_at as email, wallet_at as wallet, key_at as key,
      payment_at as payment, webhook_at as webhook, provider_at as provider
    from checklists where environment_id = ${environmentId}`;
  const items = CHECKLISTS[mode];
  const isOver = known && items.every((id) => known[id] !== null);
  const times = isOver ? known : await tick(app, environment);
  return {
    items: items.map((id) => ({ id, doneAt: times?.[id]?.toISOString() ?? null })),
    isHidden: known?.isHidden ?? false,
  };
}

export async function hideChecklist(db: Db, id: EnvironmentId, isHidden: boolean): Promise<void> {
  await db`
    insert into checklists (environment_id, is_hidden) values (${id}, ${isHidden})
    on conflict (environment_id) do update set is_hidden = excluded.is_hidden`;
}

/** Looks up what has happened so far, and writes only if something is new. */
async function tick(app: App, { id, accountId, mode }: Environment): Promise<Times | undefined> {
  const hasProvider = app.providerOf({ environmentId: id, mode }) !== undefined;
  const [times] = await app.db<Times>`
    with seen as (
      select ${id} as environment_id,
        coalesce(c.email_at, (
          select min(u.email_confirmed_at) from memberships m join users u on u.id = m.user_id
          where m.account_id = ${accountId} and m.role = 'owner')) as email_at,
        coalesce(c.wallet_at, (
          select min(w.created_at) from wallets w
          where w.environment_id = ${id} and not w.is_rehearsal)) as wallet_at,
        coalesce(c.key_at, (
          select min(k.created_at) from api_keys k where k.environment_id = ${id})) as key_at,
        coalesce(c.payment_at, (
          select min(d.confirmed_at) from deposits d
          where d.environment_id = ${id} and d.status = 'CONFIRMED')) as payment_at,
        coalesce(c.webhook_at, (
          select min(first.at) from webhook_endpoints p
          cross join lateral (
            -- Each kind is a range of the index by endpoint.
            select min(oldest.at) as at from unnest(${DELIVERED_KINDS}::text[]) as kind
            cross join lateral (
              select d.created_at as at from webhook_deliveries d
              where d.environment_id = ${id} and d.endpoint_id = p.id and d.event = kind
                and d.status = 'succeeded'
              order by d.created_at, d.id limit 1) oldest) first
          where p.environment_id = ${id})) as webhook_at,
        -- Settings have no history: a provider counts from when it was first seen.
        coalesce(c.provider_at,
          case when ${hasProvider} then now()::timestamptz(3) end) as provider_at
      from (select) as nothing left join checklists c on c.environment_id = ${id}
    ), kept as (
      insert into checklists (environment_id, email_at, wallet_at, key_at, payment_at, webhook_at,
        provider_at)
      select * from seen
      where num_nonnulls(email_at, wallet_at, key_at, payment_at, webhook_at, provider_at)
        > coalesce((
          select num_nonnulls(c.email_at, c.wallet_at, c.key_at, c.payment_at, c.webhook_at,
            c.provider_at)
          from checklists c where c.environment_id = ${id}), 0)
      on conflict (environment_id) do update set
        email_at = coalesce(checklists.email_at, excluded.email_at),
        wallet_at = coalesce(checklists.wallet_at, excluded.wallet_at),
        key_at = coalesce(checklists.key_at, excluded.key_at),
        payment_at = coalesce(checklists.payment_at, excluded.payment_at),
        webhook_at = coalesce(checklists.webhook_at, excluded.webhook_at),
        provider_at = coalesce(checklists.provider_at, excluded.provider_at)
    )
    select email_at as email, wallet_at as wallet, key_at as key, payment_at as payment,
      webhook_at as webhook, provider_at as provider
    from seen`;
  return times;
}
