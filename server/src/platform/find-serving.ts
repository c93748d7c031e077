import type { Db } from './db.ts';

/** The name of our sessions that migrate, look or carry out a command: none of them serves. */
export const VISITOR = 'ponte-visitor';

export interface Serving {
  readonly connections: number;
  /** The addresses that they come from, as the database sees them. */
  readonly from: readonly string[];
}

/**
 * The sessions of processes that serve on this database, of this release or an older one. They have
 * no name, or the one that the settings give to all; `psql`, `pg_dump` and the simulated provider
 * have names of their own.
 */
export async function findServing(db: Db): Promise<Serving> {
  const [row] = await db<Serving>`
    select count(*)::integer as connections,
      coalesce(array_agg(distinct coalesce(host(client_addr), 'a socket')), '{}') as "from"
    from pg_stat_activity
    where datname = current_database() and usename = current_user
      and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name <> ${VISITOR}
      and application_name in (
        '', (select reset_val from pg_settings where name = 'application_name'))`;
  return row ?? { connections: 0, from: [] };
}

export function describeServing({ connections, from }: Serving): string {
  const those = connections === 1 ? '1 connection' : `${String(connections)} connections`;
  return `${those} from ${from.join(', ')}`;
}
