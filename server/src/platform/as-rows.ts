import { type Fragment, sql } from './sql.ts';

/**
 * The rows of a statement over many items: `with asked as (${asRows(items, sql`key text`)})`. Each
 * has besides its columns its `place`, by which results are told apart.
 */
export function asRows(items: readonly object[], columns: Fragment): Fragment {
  // The planner takes a range for one row in two hundred. It thus expects one item, and looks each
  // up by its key; of the hundred that it expects by itself it would hash a young table whole.
  return sql`select * from jsonb_to_recordset(${jsonOf(items)}) as item (place integer,
    ${columns}) where place between 0 and ${items.length}`;
}

/** Half a character, which JSON can say and the database cannot hold, becomes the usual mark. */
function jsonOf(items: readonly object[]): string {
  const placed = items.map((item, place) => ({ ...item, place }));
  const text = JSON.stringify(placed);
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(placed, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
