import { type Fragment, identifier, sql } from './sql.ts';
import type { Position } from './page.ts';

/** The part of a list that a page is the newest rows of. */
export interface Stretch {
  readonly since: Date | '-infinity';
  /** Where it begins: before this time and id. */
  readonly at: Date | 'infinity';
  readonly id: string;
}

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
 * The end of a statement, from its `where`, whose page is a stretch of one index: first the columns
 * that have one value each, the tenant's before all, then time and id; null is no filter. Compared
 * and ordered by all of them, and none with `=` besides, it can be read from that index alone:
 * `where (environment_id, status, created_at, id) < ($1, $2, $3, $4)
 * order by environment_id desc, …`.
 */
export function newest(
  filters: readonly (readonly [column: string, value: unknown])[],
  { since, at, id }: Stretch,
  rows: number,
  besides: Fragment = sql``,
): Fragment {
  const given = filters.filter(([, value]) => value !== null);
  const columns = given.map(([column]) => sql`${identifier(column)}, `).reduce(joined, sql``);
  const values = given.map(([, value]) => sql`${value}, `).reduce(joined, sql``);
  const order = given.map(([column]) => sql`${identifier(column)} desc, `).reduce(joined, sql``);
  return sql`where (${columns}created_at, id) >= (${values}${since}, '')
    and (${columns}created_at, id) < (${values}${at}, ${id}) ${besides}
    order by ${order}created_at desc, id desc limit ${rows}`;
}

function joined(one: Fragment, other: Fragment): Fragment {
  return sql`${one}${other}`;
}
