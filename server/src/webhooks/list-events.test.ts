import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { newId } from '../ids.ts';
import { listEvents } from './list-events.ts';

const app = await testApp();

test('pages of the journal use a generic plan, however many events are stored', async () => {
  const { environment } = await testEnvironment(app);
  const undone = new Error('undone');
  const work = app.db.begin(async (tx) => {
    await tx`
      insert into events (environment_id, id, sequence, kind, resource_id, body, created_at)
      values (${environment.id}, ${newId('evt')}, 1, 'deposit.confirmed', ${newId('dep')}, '{}', now())`;
    // The planner believes in very many rows, in as few pages as there can be.
    await tx`
      update pg_class set relpages = 1, reltuples = 1e10
      where relname in ('events', 'events_sequence')`;
    for (let page = 0; page < 20; page += 1) await listEvents(tx, environment.id, 0, 20);
    const [planned] = await tx`
      select custom_plans from pg_prepared_statements
      where statement like '%with journal as%' and statement not like '%pg_prepared%'
      order by generic_plans + custom_plans desc limit 1`;
    // PostgreSQL always plans the first five executions individually.
    assert.deepEqual(planned, { customPlans: 5 });
    throw undone;
  });
  await assert.rejects(work, undone);
});
