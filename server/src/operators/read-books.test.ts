import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { listLatestOrphans } from './read-books.ts';

test('orphans at the live provider are listed before any number at the sandbox', async (t) => {
  const own = await testApp(t);
  const { environment } = await testEnvironment(own);
  await own.db`
    insert into orphans (connection, environment_id, provider_ref, operation, found_by, found_at)
    select 'live', null, 'live ' || nth, 'deposit', 'late_answer', now() - nth * interval '1 hour'
    from generate_series(1, 3) as nth`;
  await own.db`
    insert into orphans (connection, environment_id, provider_ref, operation, found_by)
    select ${environment.id}, ${environment.id}, 'rehearsal ' || nth, 'deposit', 'late_answer'
    from generate_series(1, 20) as nth`;
  const refs = (await listLatestOrphans(own.db, 5)).map(({ providerRef }) => providerRef);
  assert.deepEqual(refs.slice(0, 3), ['live 1', 'live 2', 'live 3']);
  assert.equal(refs.length, 6);
});
