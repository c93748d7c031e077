import { ponte } from '../cli-options.ts';
import { COMMAND_CONNECTION_MS, connect, type Db } from '../platform/db.ts';
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
 * Refuses the first of the pending migrations while processes serve: they applied their own before,
 * so it is of a newer version than theirs. A database without accounts, as a first start that was
 * killed halfway leaves it, serves nobody.
 */
export function refuseBesideServing(url: string): BeforeMigration {
  let isClear = false;
  return async (migration, { isNew }) => {
    if (!isClear && !isNew) {
      const serving = await lookAt(url);
      if (serving.connections > 0) throw new ServedError(serving, migration);
    }
    isClear = true;
  };
}

async function lookAt(url: string): Promise<Serving> {
  const connectionMs = COMMAND_CONNECTION_MS;
  const db = connect({
    url,
    connections: 1,
    name: VISITOR,
    connectionMs,
    onError: () => undefined,
  });
  try {
    return (await hasAccounts(db)) ? await findServing(db) : { connections: 0, from: [] };
  } finally {
    await db.end();
  }
}

async function hasAccounts(db: Db): Promise<boolean> {
  const [table] = await db<{ there: boolean }>`select to_regclass('accounts') is not null as there`;
  if (table?.there !== true) return false;
  const [row] = await db<{ any: boolean }>`select exists (select from accounts) as any`;
  return row?.any === true;
}
