import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { until } from '../receiver.ts';
import { supervise } from './supervise.ts';

test('what is stopped between an end and the next start stays stopped', async () => {
  let starts = 0;
  const supervised = supervise('program', () => {
    starts += 1;
    return spawn(process.execPath, ['--eval', 'process.exit(1)'], { stdio: 'ignore' });
  });
  await until(() => supervised.ends.length === 1);
  await supervised.stop();
  assert.equal(starts, 1);
});
