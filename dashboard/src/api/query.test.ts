import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { accountQuery } from '../settings/use-account.ts';
import { ApiFailure } from './api-failure.ts';
import { isWorthRetrying, queryClient, readAgain, tenantQuery } from './query.ts';
import type { Tenant } from './use-tenant.ts';

const TEST: Tenant = { accountId: 'acc_1', mode: 'test' };
const offline = () => Promise.reject(new ApiFailure('offline', ''));
const realFetch = globalThis.fetch;

beforeEach(() => {
  // No response ever comes: the test is about what is shown meanwhile.
  globalThis.fetch = () => new Promise<never>(() => undefined);
});

afterEach(() => {
  globalThis.fetch = realFetch;
  onlineManager.setOnline(true);
  queryClient.clear();
});

test('an offline mutation fails immediately and is not run later', async () => {
  onlineManager.setOnline(false);
  let sent = 0;
  const act = new MutationObserver(queryClient, {
    mutationFn: () => {
      sent += 1;
      return offline();
    },
  });
  await assert.rejects(act.mutate(), { code: 'offline' });
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  assert.equal(sent, 1);
});

test('an offline query fails immediately instead of pausing', async () => {
  onlineManager.setOnline(false);
  const read = new QueryObserver(queryClient, { queryKey: ['read'], queryFn: offline });
  const failure = new Promise<Error>((resolve) => {
    read.subscribe(({ error }) => error !== null && resolve(error));
  });
  assert.deepEqual(await failure, new ApiFailure('offline', ''));
  assert.equal(isWorthRetrying(0, await failure), false);
  read.destroy();
});

test('data of one mode is never shown as placeholder data of another', () => {
  const wallets = { data: [], nextCursor: null };
  const first = tenantQuery(TEST, 'listWallets');
  queryClient.setQueryData(first.queryKey, wallets);
  const seen = new QueryObserver(queryClient, first);
  const stop = seen.subscribe(() => undefined);
  const shown = (tenant: Tenant) => {
    seen.setOptions(tenantQuery(tenant, 'listWallets', { query: { limit: 5 } }));
    return seen.getCurrentResult().data;
  };
  assert.deepEqual(shown(TEST), wallets);
  assert.equal(shown({ ...TEST, mode: 'live' }), undefined);
  stop();
});

test('data of one account is never shown as placeholder data of another', () => {
  const members = { data: [], nextCursor: null };
  const first = accountQuery('acc_1', 'listMembers');
  queryClient.setQueryData(first.queryKey, members);
  const seen = new QueryObserver(queryClient, first);
  const stop = seen.subscribe(() => undefined);
  seen.setOptions(accountQuery('acc_2', 'listMembers'));
  assert.equal(seen.getCurrentResult().data, undefined);
  stop();
});

test('what changes while it is read for the first time is shown as it is after the change', async () => {
  const balances = ['old', 'new'];
  const held: (() => void)[] = [];
  globalThis.fetch = (_href, { signal } = {}) => {
    const json = { balance: balances.shift() };
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
      held.push(() => resolve(Response.json(json)));
    });
  };
  const wallet = tenantQuery(TEST, 'getBalance');
  const seen = new QueryObserver(queryClient, wallet);
  const stop = seen.subscribe(() => undefined);
  const read = readAgain(queryClient, ['acc_1', 'test', 'getBalance']);
  await new Promise((resolve) => setImmediate(resolve));
  for (const answer of held) answer();
  await read;
  assert.deepEqual(seen.getCurrentResult().data, { balance: 'new' });
  stop();
});
