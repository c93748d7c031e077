import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { newId } from '../ids.ts';
import { findStatus } from './find-status.ts';
import { depositStatus } from './view.ts';

const app = await testApp();

test('concurrent status queries each return their own deposit, and none of another account', async () => {
  const [one, other] = await Promise.all([testEnvironment(app), testEnvironment(app)]);
  const mine = await Promise.all(
    Array.from({ length: 30 }, (_, at) => storedDeposit(app, one, { externalId: `order ${at}` })),
  );
  const theirs = await storedDeposit(app, other);
  const ask = (environmentId: (typeof theirs)['environmentId'], id: (typeof theirs)['id']) =>
    findStatus(app.db, { environmentId, id });
  // Mine twice and theirs once; below, mine from the wrong environment and a nonexistent one.
  const asked = [...mine, ...mine, theirs].map(({ environmentId, id }) => ({ environmentId, id }));
  const strange = mine.map(({ id }) => ({ environmentId: other.environment.id, id }));
  const unknown = { environmentId: one.environment.id, id: newId('dep') };
  const [answers, refusals] = await Promise.all([
    Promise.all(asked.map(({ environmentId, id }) => ask(environmentId, id))),
    Promise.all([...strange, unknown].map(({ environmentId, id }) => ask(environmentId, id))),
  ]);
  const views = answers.map((answer) => answer && depositStatus(answer));
  assert.deepEqual(views, [...mine, ...mine, theirs].map(depositStatus));
  assert.deepEqual(new Set(refusals), new Set([undefined]));
});

test('a status is readable also if the encryption key of the tax id is lost', async () => {
  const tenant = await testEnvironment(app);
  const { environmentId, id } = await storedDeposit(app, tenant);
  await app.db`
    update deposits set tax_id = 'v1:lost:AAAA'
    where environment_id = ${environmentId} and id = ${id}`;
  assert.equal((await findStatus(app.db, { environmentId, id }))?.status, 'PENDING');
});
