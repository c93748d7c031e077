import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSwitches, type Switches } from '../partners/partner.ts';
import { owedNotices } from './notice.ts';

const owed = (change: Partial<Switches>) =>
  owedNotices(
    {
      name: 'env_a',
      now: new Date(),
      receiptsUrl: null,
      switches: { ...defaultSwitches('current'), ...change },
    },
    { kind: 'deposit', queue: 'a', body: '{}' },
  );

test('without switches a notice is due once, immediately, in its queue', () => {
  const notice = { kind: 'deposit', queue: 'a', body: '{}', partner: 'env_a' };
  assert.deepEqual(owed({}), [{ ...notice, state: 'owed', delayMs: 0 }]);
});

test('a dropped notice is still recorded', () => {
  assert.deepEqual(
    owed({ drop: true }).map(({ state }) => state),
    ['dropped'],
  );
});

test('a duplicated notice is queued twice', () => {
  assert.equal(owed({ duplicate: true }).length, 2);
});

test('a shuffled notice leaves its queue and waits up to a second', () => {
  for (const { queue, delayMs } of owed({ shuffle: true, duplicate: true, delayNoticesMs: 500 })) {
    assert.equal(queue, null);
    assert.ok(delayMs >= 500 && delayMs < 1500);
  }
});
