import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as breathe } from 'node:timers/promises';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposits } from '../../test/deposits.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import type { SandboxControl } from './control.ts';
import { listBooks } from './list-books.ts';

const app = await testApp();

test('the books list a limited number of entries, newest first, at a bounded cost', async () => {
  const tenant = await testEnvironment(app);
  const { id: environmentId } = tenant.environment;
  const stored = await storedDeposits(app, tenant, 300);
  const [own] = stored;
  assert.ok(own);
  const asked: string[] = [];
  const charge = { nonce: null, amountInCents: 5_199, status: 'pending' };
  const control: SandboxControl = {
    announce: () => Promise.resolve(),
    call: (_method, _environmentId, path) => {
      asked.push(path);
      const charges = [own.providerRef, 'orphan'].map((id) => ({ id, ...charge }));
      return Promise.resolve({ charges, withdrawals: [] });
    },
  };
  const books = await listBooks(app, control, environmentId);
  assert.deepEqual(asked, ['/books?limit=10000']);
  assert.deepEqual(books, {
    charges: [
      { id: 'orphan', ...charge, depositId: null },
      { id: own.providerRef, ...charge, depositId: own.id },
    ],
    withdrawals: [],
  });
  await app.db`analyze deposits`;
  const costs = await costsOf(app.db, (db) => listBooks({ ...app, db }, control, environmentId));
  assert.ok(worstOf(costs).discarded <= 1, JSON.stringify(costs, null, 1));
  assert.ok(worstOf(costs).buffers <= 12, JSON.stringify(costs, null, 1));
});

test('books are read one at a time, and those of one account do not wait for all that another asks for', async () => {
  const [busy, other] = [await testEnvironment(app), await testEnvironment(app)];
  const read: string[] = [];
  let running = 0;
  const control: SandboxControl = {
    announce: () => Promise.resolve(),
    call: async (_method, environmentId) => {
      running += 1;
      assert.equal(running, 1);
      await breathe();
      running -= 1;
      read.push(environmentId === busy.environment.id ? 'busy' : 'other');
      return { charges: [], withdrawals: [] };
    },
  };
  const asked = [busy, busy, busy, busy, other];
  await Promise.all(asked.map(({ environment }) => listBooks(app, control, environment.id)));
  assert.deepEqual(read, ['busy', 'busy', 'other', 'busy', 'busy']);
});
