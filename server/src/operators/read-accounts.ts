import { ENVIRONMENT_OF_E, environmentOf, type EnvironmentRow } from '../accounts/store.ts';
import type { Environment, Mode } from '../accounts/environment.ts';
import type { Shop } from '../accounts/shop.ts';
import { type AccountId, type EnvironmentId, parseId, type UserId } from '../ids.ts';
import type { Role } from '../members/member.ts';
import { type Cents, cents } from '../money.ts';
import type { Db } from '../platform/db.ts';
import type { PageRequest } from '../platform/page.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';

interface AccountRow extends Shop {
  readonly id: AccountId;
  readonly email: string;
  readonly createdAt: Date;
}

/** An account as operators see it, with its volume of the last 30 days. */
export interface AnyAccount extends AccountRow {
  readonly environments: readonly Environment[];
  readonly volume: Readonly<Record<Mode, Volume>>;
  readonly alerts: { readonly estorno: number; readonly med: number; readonly open: number };
}

interface Volume {
  readonly count: number;
  readonly amountCents: Cents;
}

/** Newest first, one row more than the limit. */
export async function listAnyAccounts(
  db: Db,
  q: string | undefined,
  { after, limit }: PageRequest,
): Promise<AnyAccount[]> {
  const rows = await db<AccountRow>`
    select id, email, name, contact, website, created_at from accounts
    ${newest([], indexRangeOf(after), limit + 1, matching(q))}`;
  return withFigures(db, rows);
}

export async function findAnyAccount(db: Db, id: AccountId): Promise<AnyAccount | undefined> {
  const rows = await db<AccountRow>`
    select id, email, name, contact, website, created_at from accounts where id = ${id}`;
  return (await withFigures(db, rows))[0];
}

/** Accounts are few enough to scan for an operator who remembers half a name. */
function matching(q: string | undefined): Fragment {
  const text = q?.trim() ?? '';
  if (text === '') return sql``;
  if (parseId('acc', text)) return sql`and id = ${text}`;
  return sql`and (position(lower(${text}) in lower(email)) > 0
    or position(lower(${text}) in lower(name)) > 0)`;
}

interface Figures extends EnvironmentRow, Volume {
  readonly estorno: number;
  readonly med: number;
  readonly open: number;
}

async function withFigures(db: Db, rows: readonly AccountRow[]): Promise<AnyAccount[]> {
  const figures = await db<Figures>`
    select ${ENVIRONMENT_OF_E}, d.count, d.amount_cents, r.estorno, r.med, a.open
    from environments e
    cross join lateral (
      select count(*) as count, coalesce(sum(amount_cents), 0)::bigint as amount_cents
      from deposits where environment_id = e.id and status = 'CONFIRMED'
        and confirmed_at > now() - interval '30 days'
    ) d
    cross join lateral (
      select count(*) filter (where kind = 'estorno') as estorno,
        count(*) filter (where kind = 'med' and disputed) as med
      from reversals where environment_id = e.id and created_at > now() - interval '30 days'
    ) r
    cross join lateral (
      select count(*) as open from operator_alerts
      where environment_id = e.id and resolved_at is null
    ) a
    where e.account_id = any(${rows.map(({ id }) => id)}::text[])`;
  return rows.map((row) => accountOf(row, figures));
}

function accountOf(row: AccountRow, figures: readonly Figures[]): AnyAccount {
  const own = figures.filter(({ accountId }) => accountId === row.id);
  const live = own.find(({ mode }) => mode === 'live');
  const { estorno = 0, med = 0, open = 0 } = live ?? {};
  return {
    ...row,
    environments: own.map(environmentOf),
    volume: { test: volumeIn(own, 'test'), live: volumeIn(own, 'live') },
    alerts: { estorno, med, open },
  };
}

function volumeIn(figures: readonly Figures[], wanted: Mode): Volume {
  const { count = 0, amountCents = cents(0) } = figures.find(({ mode }) => mode === wanted) ?? {};
  return { count, amountCents };
}

/** The owner of an environment, by what operators know an account by. */
export interface Owner {
  readonly environmentId: EnvironmentId;
  readonly accountId: AccountId;
  readonly name: string | null;
  readonly email: string;
  readonly mode: Mode;
}

export async function listOwners(
  db: Db,
  environmentIds: readonly EnvironmentId[],
): Promise<Owner[]> {
  return db<Owner>`
    select e.id as environment_id, a.id as account_id, a.name, a.email, e.mode
    from environments e join accounts a on a.id = e.account_id
    where e.id = any(${[...new Set(environmentIds)]}::text[])`;
}

export interface AnyMember {
  readonly userId: UserId;
  readonly email: string;
  readonly role: Role;
}

const MAX_MEMBERS = 1_000;

export async function listMembersOf(db: Db, accountId: AccountId): Promise<AnyMember[]> {
  return db<AnyMember>`
    select m.user_id, u.email, m.role from memberships m join users u on u.id = m.user_id
    where m.account_id = ${accountId} order by m.created_at, m.user_id limit ${MAX_MEMBERS}`;
}
