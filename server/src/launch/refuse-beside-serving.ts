import { ponte } from '../cli-options.ts';
import { COMMAND_CONNECTION_MS, connect } from '../platform/db.ts';
import { describeServing, findServing, type Serving, VISITOR } from '../platform/find-serving.ts';
import type { BeforeMigration } from '../platform/migrate.ts';

/** Processes of an older version serve on the database; they may be about to end. */
export class ServedError extends Error {
  readonly serving: Serving;

  constructor(serving: Serving, migration: string) {
    super(
      `An older version of Ponte is running on this database, which lacks ${migration}: ${describeServing(serving)}. Stop all its processes, then run this again. If they are of other programs, or may fail meanwhile, run: ${ponte('migrate --anyway')}`,
    );
    this.serving = serving;
  }
}

/**
 * Refuses to migrate a database on which processes serve: they applied their own migrations before,
 * so any other is of a newer version than theirs.
 */
export function refuseBesideServing(url: string): BeforeMigration {
  return async (migration, { isNew }) => {
    if (isNew) return;
    const connectionMs = COMMAND_CONNECTION_MS;
    const db = connect({
      url,
      connections: 1,
      name: VISITOR,
      connectionMs,
      onError: () => undefined,
    });
    const serving = await findServing(db).finally(() => db.end());
    if (serving.connections > 0) throw new ServedError(serving, migration);
  };
}
