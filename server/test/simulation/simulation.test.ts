import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { loadSimulated } from './hooks.ts';
import { simulate } from './simulate.ts';

const SCHEDULES = 300;
const RUN = join(import.meta.dirname, 'run.ts');

loadSimulated();
const { runSchedule } = await import('./schedule.ts');

test('300 schedules of crashes, lost responses and false notices leave correct books', async () => {
  const { schedules, failed } = await simulate({ from: 1, to: SCHEDULES });
  assert.equal(schedules, SCHEDULES);
  const violations = failed.map(({ seed, wrongs }) => `seed ${String(seed)}: ${wrongs.join('; ')}`);
  assert.deepEqual(violations.slice(0, 5), []);
});

test('one seed always gives the same trace, byte for byte, also in another process', async () => {
  for (const seed of [7, 42]) {
    const [first, second] = [await runSchedule(seed, true), await runSchedule(seed, true)];
    assert.ok(first.trace.length > 50);
    assert.equal(first.trace.join('\n'), second.trace.join('\n'));
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, '--seed', String(seed)]);
    assert.equal(
      stdout.split('\n').slice(0, first.trace.length).join('\n'),
      first.trace.join('\n'),
    );
  }
});

test('the schedules cover every rare case they are made for', async () => {
  const missing = new Set(RARE);
  for (let seed = 1; seed <= 1_000 && missing.size > 0; seed += 1) {
    const { trace } = await runSchedule(seed, true);
    for (const rare of missing) if (trace.some((line) => line.includes(rare))) missing.delete(rare);
  }
  assert.deepEqual([...missing], []);
});

/** Their lines in the trace. */
const RARE = [
  ...[
    ' dies',
    ' waits',
    'takeUpKey',
    'saveProgress',
    'endKey resting',
    'endKey failed',
    'releaseKey',
  ],
  ...['recordLateAnswer', 'recordOrphan', 'lockFreeDeposits', 'lockDeposit', 'postpone unmatched'],
  ...['createCharge is answered fails', 'commit fails', 'queueMail', 'is disputed', 'raiseAlert'],
  ...['recordAttempts pending', 'restarts', 'clock jumps'],
];
