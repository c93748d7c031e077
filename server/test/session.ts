import pg from 'pg';
import type { Scope } from './database.ts';

/**
 * A session that is open until the scope ends. A test's database, or what is between the two, may
 * be gone a moment before: that is no fault of the test's.
 */
export async function openSession(scope: Scope, url: string, name?: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: url, application_name: name });
  session.on('error', () => undefined);
  await session.connect();
  scope.after(() => session.end());
  return session;
}
