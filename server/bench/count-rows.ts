import { query } from '../test/query.ts';

/** @param from what follows in a statement: a table, perhaps with a condition */
export async function countRows(url: string, from: string): Promise<number> {
  // Our own statement names the column.
  const [row] = (await query(url, `select count(*)::integer as count from ${from}`)) as {
    count: number;
  }[];
  return row?.count ?? Number.NaN;
}
