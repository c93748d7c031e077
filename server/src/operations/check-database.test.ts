import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { judgeQueues } from './check-database.ts';
import { lookAt } from './finding.ts';
import { readQueues } from './read-queues.ts';

const { db } = await testApp();

/** Waits until the provider allows calls again, for as long as it takes. */
const PATIENT = 'resting_keys';

test('every queue is late once the alert of the guide about it fires', async () => {
  const queues = await readQueues(db);
  for (const { queue } of queues) {
    const { verdict, found } = judgeQueues([{ queue, depth: 1, ageSeconds: 3_601 }]);
    assert.equal(verdict, queue === PATIENT ? 'ok' : 'warn', found);
  }
  const looks = judgeQueues([{ queue: 'mails', depth: 2, ageSeconds: 301 }]);
  assert.deepEqual([looks.verdict, looks.found], ['warn', 'late: mails 2 (oldest 301 s)']);
});

test('a check that misses a table refers to the migrations', async () => {
  const look = () => db<never>`select from a_table_of_another_release`.then(() => judgeQueues([]));
  const [finding] = await lookAt([{ check: 'queues', look }]);
  assert.equal(finding?.verdict, 'fail');
  assert.match(finding.todo ?? '', /migrations/);
});
