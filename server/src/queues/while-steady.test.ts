import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { addRequest, placesOf } from '../../test/logs.ts';
import type { App } from '../app.ts';
import { DAY_MS } from '../durations.ts';
import { openUnblinder } from '../liquid/open-unblinder.ts';
import type { Job } from '../platform/job-loop.ts';
import { REQUEST_DAYS, REQUEST_LOG } from '../requests/request.ts';
import { openDispatcher } from '../webhooks/deliver.ts';
import { workerJobs } from '../worker.ts';
import { openClockFollower } from './follow-clock.ts';

/** Deletes what nobody would miss, or must not wait: addresses of payers, expired credentials. */
const UNGUARDED = ['forget addresses', 'forget old sign-ins'];

async function arrange(t: TestContext) {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const id = await addRequest(
    app.db,
    environment.id,
    new Date(Date.now() - DAY_MS * 2 * REQUEST_DAYS),
  );
  const config = { ...app.config, databaseUrl: await urlBehind(app.db) };
  const jobs = openJobs(t, { ...app, config });
  const isKept = async (): Promise<boolean> => id in (await placesOf(app.db, REQUEST_LOG));
  return { app, jobs, forget: jobs.find(({ name }) => name === 'forget requests'), isKept };
}

function openJobs(t: TestContext, app: App): Job[] {
  const unblinder = openUnblinder();
  t.after(() => unblinder.close());
  return workerJobs(app, openDispatcher(app), unblinder);
}

test('nothing is deleted by age for a day after the database clock has leapt, either way', async (t) => {
  const { app, forget, isKept } = await arrange(t);
  const follow = openClockFollower(app);
  for (const leap of ['-1 year', '1 year']) {
    await app.db`
      update database_clock set seen_at = now() + ${leap}::interval, leapt_at = 'epoch'`;
    // No worker has noticed yet.
    await forget?.turn();
    assert.ok(await isKept(), leap);
    // The second reading finds a clock that moves on as it should.
    for (let turn = 0; turn < 2; turn += 1) await follow();
    await forget?.turn();
    assert.ok(await isKept(), leap);
  }
  await app.db`update database_clock set leapt_at = leapt_at - interval '23 hours'`;
  await forget?.turn();
  assert.ok(await isKept());
  await app.db`update database_clock set leapt_at = leapt_at - interval '61 minutes'`;
  await follow();
  await forget?.turn();
  assert.equal(await isKept(), false);
});

test('a clock that no worker read for hours is steady', async (t) => {
  const { app, forget, isKept } = await arrange(t);
  await app.db`update database_clock set seen_at = now() - interval '23 hours'`;
  await openClockFollower(app)();
  await forget?.turn();
  assert.equal(await isKept(), false);
});

test('every job that deletes by age waits while the clock is not steady', async (t) => {
  const app = await testApp(t);
  await app.db`update database_clock set leapt_at = now()`;
  const statements: string[] = [];
  const counting = (text: TemplateStringsArray, ...values: unknown[]) => {
    statements.push(text.join('?'));
    return app.db(text, ...values);
  };
  const db = Object.assign(counting, app.db) as App['db'];
  const byAge = openJobs(t, { ...app, db }).filter(
    ({ name }) => /^(forget|keep|old|sweep) /.test(name) && !UNGUARDED.includes(name),
  );
  assert.ok(byAge.length > 10, String(byAge.length));
  for (const { name, turn } of byAge) {
    statements.length = 0;
    assert.equal(await turn(), false, name);
    assert.deepEqual(statements.length, 1, `${name}: ${statements.join('\n')}`);
    assert.match(statements[0] ?? '', /from database_clock/, name);
  }
});
