import { type Fragment, sql } from './sql.ts';

/**
 * The rows of a statement over many items: `with asked as (${asRows(items, sql`key text`)})`. Each
 * has besides its columns its `place`, by which results are told apart.
 */
export function asRows(items: readonly object[], columns: Fragment): Fragment {
  // The planner takes a range for one row in two hundred. It thus expects one item, and looks each
  // up by its key; of the hundred that it expects by itself it would hash a young table whole.
  return sql`select item.*, (ordinality - 1)::integer as place
    from rows from (json_to_recordset(${jsonOf(items)}) as (${columns})) with ordinality as item
    where ordinality between 1 and ${items.length}`;
}

/** Half a character, which JSON can say and the database cannot hold, becomes the usual mark. */
function jsonOf(items: readonly object[]): string {
  const text = JSON.stringify(items);
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(items, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
