import type { BeforeMigration } from '../platform/migrate.ts';

/**
 * Names each migration of a database that is in use: it may take its time, and is not undone. A
 * first start has nothing to convert.
 * @param tell writes a line to the operator
 */
export function announceUpgrade(tell: (line: string) => void): BeforeMigration {
  let isFirstStart = false;
  return (name, { isNew }) => {
    isFirstStart ||= isNew;
    if (!isFirstStart) tell(`The database is being upgraded: ${name}`);
  };
}
