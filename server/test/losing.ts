import { type Db, DatabaseAwayError } from '../src/platform/db.ts';

/**
 * Loses the connection at a statement with this text, as often as `times`: before the statement is
 * executed, or before its answer comes.
 */
export function losing(db: Db, text: RegExp, times: number, when: 'before' | 'after'): Db {
  let left = times;
  const run: Db = Object.assign(
    async <Row extends object>(strings: TemplateStringsArray, ...values: readonly unknown[]) => {
      const isLost = left > 0 && text.test(strings.join(''));
      if (isLost) left -= 1;
      if (!isLost || when === 'after') {
        const rows = await db<Row>(strings, ...values);
        if (!isLost) return rows;
      }
      throw new DatabaseAwayError(new Error('the connection is gone'), 0);
    },
    db,
  );
  return run;
}
