import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import type { App } from '../app.ts';
import { newId } from '../ids.ts';
import { type Claim, claimNewKey, renewLease, saveProgress, takeUpKey } from './claim.ts';
import { failKey, releaseKey, restKey } from './end-key.ts';
import { recordLateAnswer } from './orphan.ts';

const BURST = 1_500;

type Step = (app: App, claim: Claim) => Promise<unknown>;

const STEPS: Readonly<Record<string, Step>> = {
  'a renewed lease': ({ db }, claim) => renewLease(db, claim),
  'saved progress': (app, claim) => saveProgress(app, claim, 'ref', {}),
  'a refusal': ({ db }, claim) => failKey(db, claim),
  'an unknown outcome': ({ db }, claim) => restKey(db, claim),
  'a release': ({ db }, claim) => releaseKey(db, claim),
  'a late answer': (app, claim) => recordLateAnswer(app, claim, 'ref'),
  'a key taken over': (app, { environmentId, key, attempt }) =>
    takeUpKey(app, {
      ...{
        environmentId,
        key,
        fingerprint: Buffer.alloc(32),
        attempt,
        state: 'running',
        leaseOver: true,
      },
      ...{ responseStatus: null, response: null },
    }),
};

test('every step finds its key by name, also with planner statistics from a quiet hour', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const { db } = app;
  const [known] = await claimed(app, environment.id, ['first']);
  assert.ok(known);
  // A quiet hour before the provider's outage: every key had ended.
  await db`
    insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
      nonce, response_status, response)
    select ${environment.id}, 'done ' || n, '\\x00', 'deposit', 'dep_' || lpad(n::text, 26, '0'),
      'done', gen_random_uuid(), 201, ${app.vault.seal('idempotency_keys.response', '{}')}
    from generate_series(1, 4000) n`;
  await db`
    insert into provider_attempts (environment_id, resource_id, attempt, outcome, ended_at)
    select environment_id, resource_id, 1, 'unknown', now() from idempotency_keys
    where state = 'done'`;
  await failKey(db, known);
  await db`vacuum analyze idempotency_keys`;
  await db`vacuum analyze provider_attempts`;
  const names = Array.from({ length: BURST }, (_, place) => `burst ${String(place)}`);
  const claims = await claimed(app, environment.id, names);
  for (const [place, [name, step]] of Object.entries(STEPS).entries()) {
    await t.test(name, async () => {
      const claim = claims[BURST - 1 - place];
      assert.ok(claim);
      const costs = await costsOf(db, (measured) => step({ ...app, db: measured }, claim));
      const { discarded } = worstOf(costs);
      assert.ok(discarded < 50, `${String(discarded)} rows: ${JSON.stringify(costs)}`);
    });
  }
});

async function claimed(
  app: App,
  environmentId: Claim['environmentId'],
  names: readonly string[],
): Promise<Claim[]> {
  const claims = await Promise.all(
    names.map((key) =>
      claimNewKey(app, {
        ...{ environmentId, mode: 'test', key, operation: 'deposit', intent: {} },
        ...{ resourceId: newId('dep'), nonce: randomUUID(), fingerprint: Buffer.alloc(32) },
      }),
    ),
  );
  return claims.filter((claim) => claim !== undefined);
}
