import { COMMAND_CONNECTION_MS, connect } from '../platform/db.ts';
import { describeServing, findServing, type Serving, VISITOR } from '../platform/find-serving.ts';
import type { BeforeMigration } from '../platform/migrate.ts';

interface OperatorsDatabase {
  /** Absent for the embedded one, which nobody else uses. */
  readonly databaseUrl?: string | undefined;
  /** Whether there is a pooler, whose connections outlive the processes behind them. */
  readonly databasePooled?: boolean | undefined;
}

/**
 * Warns before the first pending migration of an operator's database on which processes serve: they
 * applied their own before, so it is of a newer version than theirs.
 * @param url where to look for them
 * @param tell writes a line to the operator
 */
export function warnOfServing(
  { databaseUrl, databasePooled }: OperatorsDatabase,
  url: string,
  tell: (line: string) => void,
): BeforeMigration {
  let isFirst = databaseUrl !== undefined && databasePooled !== true;
  return async (migration, { isNew }) => {
    const looks = isFirst && !isNew;
    isFirst = false;
    if (!looks) return;
    // A warning is no reason to fail.
    const serving = await lookAt(url).catch(() => undefined);
    if (serving === undefined || serving.connections === 0) return;
    tell(
      `An older version of Ponte seems to run on this database, which lacks ${migration}: ${describeServing(serving)}. Stop its processes: only one release and the next are tested side by side.`,
    );
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
  return findServing(db).finally(() => db.end());
}
