import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOlderDatabase } from '../../test/older-database.ts';
import { newId } from '../ids.ts';
import { restPoisonedKeys } from './end-key.ts';

const NAME = '0028_attempts_that_failed.sql';

test('a call in flight during the upgrade keeps its recorded progress when it fails', async (t) => {
  const { db, upgrade } = await openOlderDatabase(t, NAME);
  const [environmentId, resourceId] = [newId('env'), newId('wdr')];
  // As the previous release left it: the payout is created and recorded, and its process has died.
  await db`
    insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
      attempt, lease_until, nonce, intent)
    values (${environmentId}, 'k', '\\x00', 'withdrawal', ${resourceId}, 'running', 2,
      now() - interval '1 second', gen_random_uuid(), ${`v1:k1:${'0'.repeat(56)}`})`;
  await db`
    insert into provider_attempts (environment_id, resource_id, attempt, provider_ref, ended_at,
      outcome)
    values (${environmentId}, ${resourceId}, 1, null, now(), 'unknown'),
      (${environmentId}, ${resourceId}, 2, 'payout', null, null)`;
  assert.deepEqual(await upgrade('this'), [NAME]);
  await restPoisonedKeys(db, 2);
  const attempts = await db`
    select attempt, outcome, provider_ref, ended_at is not null as is_ended
    from provider_attempts where environment_id = ${environmentId} order by attempt`;
  assert.deepEqual(attempts, [
    { attempt: 1, outcome: 'unknown', providerRef: null, isEnded: true },
    { attempt: 2, outcome: 'unknown', providerRef: 'payout', isEnded: true },
  ]);
});
