import { Fragment, identifier, sql, when } from './sql.ts';
import type { Position } from './page.ts';

/** The part of a list that a page is the newest rows of. */
export interface Stretch {
  readonly since: Date | '-infinity';
  /** Where it begins: before this time and id. */
  readonly at: Date | 'infinity';
  readonly id: string;
}

const TENANT = 'environment_id';

/** @param to exclusive */
export function stretchOf(
  after: Position | undefined,
  from: Date | null = null,
  to: Date | null = null,
): Stretch {
  const since = from ?? '-infinity';
  if (after && (to === null || after.at < to)) return { since, ...after };
  // No id is smaller than the empty one, so what is at that very time is left out.
  return { since, at: to ?? 'infinity', id: '' };
}

/**
 * The end of a statement, from its `where`, whose page is a stretch of one index: first the tenant,
 * then the columns that have one value each, then time and id; null is no filter. Compared and
 * ordered by all of them but the tenant, and none with `=` besides, it can be read from that index
 * alone: `where environment_id = $1 and (status, created_at, id) < ($2, $3, $4)
 * order by status desc, …`. Each index begins with the tenant: ordered by it, the primary key would
 * do, and all that the tenant ever had be sorted.
 */
export function newest(
  filters: readonly (readonly [column: string, value: unknown])[],
  { since, at, id }: Stretch,
  rows: number,
  besides: Fragment = sql``,
): Fragment {
  const given = filters.filter(([, value]) => value !== null);
  const others = given.filter(([column]) => column !== TENANT);
  const tenant = given.find(([column]) => column === TENANT)?.[1];
  const ofTenant = when(tenant, sql`${identifier(TENANT)} = ${unplanned(tenant)} and `);
  const columns = others.map(([column]) => sql`${identifier(column)}, `).reduce(joined, sql``);
  const values = others.map(([, value]) => sql`${unplanned(value)}, `).reduce(joined, sql``);
  const order = others.map(([column]) => sql`${identifier(column)} desc, `).reduce(joined, sql``);
  return sql`where ${ofTenant} (${columns}created_at, id) >= (${values}${unplannedTime(since)}, '')
    and (${columns}created_at, id) < (${values}${unplannedTime(at)}, ${unplanned(id)}) ${besides}
    order by ${order}created_at desc, id desc ${limitOf(rows)}`;
}

/** A limit that is not planned for, as the ends of a stretch are not. */
export function limitOf(rows: number): Fragment {
  return sql`limit (select ${rows}::bigint)`;
}

/**
 * What the planner is not to know: a plan for just this value would look cheaper to it than the one
 * that is kept, and be made anew for each page, which takes several times as long as reading it.
 */
export function unplanned(value: unknown): Fragment {
  if (value instanceof Fragment) return value;
  return typeof value === 'string' ? sql`(select ${value}::text)` : sql`${value}`;
}

const unplannedTime = (at: unknown): Fragment => sql`(select ${at}::timestamptz)`;

function joined(one: Fragment, other: Fragment): Fragment {
  return sql`${one}${other}`;
}
