import type { EnvironmentId } from '../ids.ts';
import { isAllowed, type Permission, type Role } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { Db } from '../platform/db.ts';

export const HIT_KINDS = [
  'deposit',
  'withdrawal',
  'link',
  'wallet',
  'delivery',
  'request',
] as const;
export type HitKind = (typeof HIT_KINDS)[number];

export interface Hit {
  readonly kind: HitKind;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly amountCents: Cents | null;
  readonly at: Date;
}

/** Nobody finds what they are not allowed to see. */
const NEEDS: Readonly<Record<HitKind, Permission>> = {
  deposit: 'read:transactions',
  withdrawal: 'read:transactions',
  link: 'links:manage',
  wallet: 'wallets:read',
  delivery: 'webhook:manage',
  request: 'requests:read',
};

const MAX_HITS = 20;
const MAX_PER_NAME = 5;

/** Finds everything with exactly this name. Each part is a single index lookup. */
export async function search(
  db: Db,
  environmentId: EnvironmentId,
  q: string,
  role: Role,
): Promise<Hit[]> {
  const hits = await Promise.all([
    findMoney(db, environmentId, q),
    findThings(db, environmentId, q),
  ]);
  return hits
    .flat()
    .filter(({ kind }) => isAllowed(role, NEEDS[kind], 'GET'))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MAX_HITS);
}

async function findMoney(db: Db, environmentId: EnvironmentId, q: string): Promise<Hit[]> {
  const transaction = q.toLowerCase();
  return db<Hit>`
    select 'deposit' as kind, id, coalesce(external_id, id) as title, status as detail,
      amount_cents, created_at as at
    from deposits where environment_id = ${environmentId} and id in (
      select id from deposits where environment_id = ${environmentId} and id = ${q}
      union (select id from deposits
        where environment_id = ${environmentId} and blockchain_tx_id = ${transaction}
        order by created_at desc, id desc limit ${MAX_PER_NAME})
      union (select id from deposits
        where environment_id = ${environmentId} and external_id = ${q}
        order by created_at desc, id desc limit ${MAX_PER_NAME}))
    union all
    select 'withdrawal', id, coalesce(external_id, id), status, amount_cents, created_at
    from withdrawals where environment_id = ${environmentId} and id in (
      select id from withdrawals where environment_id = ${environmentId} and id = ${q}
      union (select id from withdrawals
        where environment_id = ${environmentId} and blockchain_tx_id = ${transaction}
        order by created_at desc, id desc limit ${MAX_PER_NAME})
      union (select id from withdrawals
        where environment_id = ${environmentId} and pix_end_to_end_id = ${q}
        order by created_at desc, id desc limit ${MAX_PER_NAME})
      union (select id from withdrawals
        where environment_id = ${environmentId} and external_id = ${q}
        order by created_at desc, id desc limit ${MAX_PER_NAME}))`;
}

async function findThings(db: Db, environmentId: EnvironmentId, q: string): Promise<Hit[]> {
  return db<Hit>`
    select 'link' as kind, id, title, slug as detail, amount_cents, created_at as at
    from payment_links
    where environment_id = ${environmentId} and deleted_at is null
      and id in (select id from payment_links where environment_id = ${environmentId} and id = ${q}
        union select id from payment_links where slug = ${q})
    union all
    select 'wallet', id, label, liquid_address, null, created_at
    from wallets
    where environment_id = ${environmentId} and deleted_at is null
      and id in (select id from wallets where environment_id = ${environmentId} and id = ${q}
        union select id from wallets
        where environment_id = ${environmentId} and liquid_address = ${q} and deleted_at is null)
    union all
    select 'delivery', id, event, status, null, created_at
    from webhook_deliveries where environment_id = ${environmentId} and id = ${q}
    union all
    select 'request', id, method || ' ' || path, status::text, null, created_at
    from api_requests where environment_id = ${environmentId} and id = ${q}`;
}
