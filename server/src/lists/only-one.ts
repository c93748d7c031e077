import type { EnvironmentId } from '../ids.ts';
import type { IndexRange } from '../platform/index-range.ts';
import { type Fragment, sql } from '../platform/sql.ts';

/** The end of a statement whose page is the row with this id, if the page would contain it. */
export function onlyOne(
  environmentId: EnvironmentId,
  id: string,
  range: IndexRange,
  condition: Fragment,
): Fragment {
  return sql`where environment_id = ${environmentId} and id = ${id}
    and created_at >= ${range.since} and (created_at, id) < (${range.at}, ${range.id})
    ${condition}`;
}
