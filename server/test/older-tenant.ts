import { randomBytes } from 'node:crypto';
import { listEnvironments } from '../src/accounts/store.ts';
import { newId } from '../src/ids.ts';
import type { Db } from '../src/platform/db.ts';
import type { TestTenant } from './app.ts';

/** An account in the form of the first migrations, for tests of later ones. */
export async function openOlderTenant(db: Db): Promise<Omit<TestTenant, 'key'>> {
  const [accountId, testId, liveId] = [newId('acc'), newId('env'), newId('env')];
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  await db`insert into accounts (id, email) values (${accountId}, ${email})`;
  await db`
    insert into environments (id, account_id, mode)
    values (${testId}, ${accountId}, 'test'), (${liveId}, ${accountId}, 'live')`;
  await db`insert into journals (environment_id) values (${testId}), (${liveId})`;
  const environments = await listEnvironments(db, accountId);
  const environment = environments.find(({ mode }) => mode === 'test');
  if (!environment) throw new Error('the account has no test environment');
  return { accountId, environment };
}
