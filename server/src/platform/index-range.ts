import { Fragment, identifier, sql, when } from './sql.ts';
import type { Position } from './page.ts';

/** The part of a list of which a page shows the newest rows. */
export interface IndexRange {
  readonly since: Date | '-infinity';
  /** It begins before this time and id. */
  readonly at: Date | 'infinity';
  readonly id: string;
}

const TENANT = 'environment_id';

/** @param to exclusive */
export function indexRangeOf(
  after: Position | undefined,
  from: Date | null = null,
  to: Date | null = null,
): IndexRange {
  const since = from ?? '-infinity';
  if (after && (to === null || after.at < to)) return { since, ...after };
  // No id precedes the empty string, so rows at exactly that time are excluded.
  return { since, at: to ?? 'infinity', id: '' };
}

/**
 * The end of a statement, from its `where`, whose page is one range of an index: first the tenant,
 * then columns that are compared with one value each, then time and id. A null filter is left out.
 * All columns but the tenant are compared and ordered together, none with its own `=`, so that the
 * page can be read from that index alone: `where environment_id = $1 and (status, created_at, id) <
 * ($2, $3, $4) order by status desc, …`. Every index begins with the tenant, so ordering by it
 * would let the planner take the primary key and sort everything the tenant ever had.
 */
export function newest(
  filters: readonly (readonly [column: string, value: unknown])[],
  { since, at, id }: IndexRange,
  rows: number,
  condition: Fragment = sql``,
): Fragment {
  const given = filters.filter(([, value]) => value !== null);
  const others = given.filter(([column]) => column !== TENANT);
  const tenant = given.find(([column]) => column === TENANT)?.[1];
  const ofTenant = when(tenant, sql`${identifier(TENANT)} = ${unplanned(tenant)} and `);
  const columns = others.map(([column]) => sql`${identifier(column)}, `).reduce(joined, sql``);
  const values = others.map(([, value]) => sql`${unplanned(value)}, `).reduce(joined, sql``);
  const order = others.map(([column]) => sql`${identifier(column)} desc, `).reduce(joined, sql``);
  return sql`where ${ofTenant} (${columns}created_at, id) >= (${values}${unplannedTime(since)}, '')
    and (${columns}created_at, id) < (${values}${unplannedTime(at)}, ${unplanned(id)}) ${condition}
    order by ${order}created_at desc, id desc ${limitOf(rows)}`;
}

/** A limit that is hidden from the planner, like the ends of a stretch. */
export function limitOf(rows: number): Fragment {
  return sql`limit (select ${rows}::bigint)`;
}

/**
 * Hides a value from the planner: a custom plan for it would look cheaper than the generic one, and
 * be made anew for every page, which takes several times as long as reading the page.
 */
export function unplanned(value: unknown): Fragment {
  if (value instanceof Fragment) return value;
  return typeof value === 'string' ? sql`(select ${value}::text)` : sql`${value}`;
}

const unplannedTime = (at: unknown): Fragment => sql`(select ${at}::timestamptz)`;

function joined(one: Fragment, other: Fragment): Fragment {
  return sql`${one}${other}`;
}
