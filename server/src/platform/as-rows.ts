import { type Fragment, sql } from './sql.ts';

/**
 * Rows for a statement over many items: `with input as (${asRows(items, sql`key text`)})`. Besides
 * its columns, each row has its index as `place`, which identifies its result.
 */
export function asRows(items: readonly object[], columns: Fragment): Fragment {
  // The planner estimates that a range selects one row in two hundred, so it expects a single item
  // and looks each up by key. By default it expects a hundred, and would hash a whole young table.
  return sql`select item.*, (ordinality - 1)::integer as place
    from rows from (json_to_recordset(${jsonOf(items)}) as (${columns})) with ordinality as item
    where ordinality between 1 and ${items.length}`;
}

/**
 * A lone surrogate, which JSON can express and the database cannot store, is replaced by U+FFFD.
 */
function jsonOf(items: readonly object[]): string {
  const text = JSON.stringify(items);
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(items, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
