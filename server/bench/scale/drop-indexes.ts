import type { Db } from '../../src/platform/db.ts';
import { plainText } from '../../src/platform/sql.ts';

/**
 * Drops every index of these tables, including their keys: built once at the end they take a
 * fraction of the time.
 * @returns what builds them again, one by one and in any order
 */
export async function dropIndexes(
  db: Db,
  tables: readonly string[],
): Promise<(() => Promise<unknown>)[]> {
  const indexes = await db<Index>`
    select t.relname::text as table, x.relname::text as name,
      pg_get_indexdef(x.oid) as definition, pg_get_constraintdef(c.oid) as constraint
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    left join pg_constraint c on c.conindid = x.oid and c.contype in ('p', 'u')
    where t.relname = any(${tables}) and t.relnamespace = 'public'::regnamespace`;
  const run = (text: string) => db`${plainText(text)}`;
  for (const { table, name, constraint } of indexes) {
    await run(
      constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`,
    );
  }
  return indexes.map(
    ({ table, name, definition, constraint }) =>
      () =>
        run(
          constraint === null
            ? definition
            : `alter table ${table} add constraint ${name} ${constraint}`,
        ),
  );
}

interface Index {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** That of a key; null for a plain index. */
  readonly constraint: string | null;
}
