import type { Db } from './db.ts';

/**
 * How many sessions of our database user began clearly before this key was first used. A process
 * that was not restarted since has some, unless it lost them all: it may know only older keys.
 */
export async function countOlderSessions(db: Db, keyId: string): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count
    from pg_stat_activity s join encryption_keys k on k.id = ${keyId}
    where s.datname = current_database() and s.usename = current_user
      and s.backend_type = 'client backend' and s.pid <> pg_backend_pid()
      -- The simulated provider has no keys, so a rotation does not concern it.
      and s.application_name <> 'ponte-sandbox'
      -- Processes that started together record the key a moment after they have connected.
      and s.backend_start < k.created_at - interval '10 seconds'`;
  return row?.count ?? 0;
}
