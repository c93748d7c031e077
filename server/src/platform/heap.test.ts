import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { API_OPTIONS } from '../launch/entries.ts';
import { oldSpaceLimit } from './heap.ts';

const MB = 1_024 * 1_024;
const LEAKY = join(import.meta.dirname, '../../test/leaky-server.ts');

test('the room for the young generation is no room for what outlives it', () => {
  const whole = getHeapStatistics().heap_size_limit;
  assert.equal(oldSpaceLimit({}, ['--max-semi-space-size=16']), whole - 48 * MB);
  assert.equal(oldSpaceLimit({}, ['--max_old_space_size', '200', ...API_OPTIONS]), 200 * MB);
  const env = { NODE_OPTIONS: '--enable-source-maps --max-old-space-size=300' };
  assert.equal(oldSpaceLimit(env, API_OPTIONS), 300 * MB);
  assert.equal(oldSpaceLimit(env, ['--max-old-space-size=100']), 100 * MB);
  assert.equal(oldSpaceLimit({}, []), whole);
});

test('a small heap that fills up sheds requests, and does not end the process', async (t) => {
  const options = ['--max-old-space-size=64', ...API_OPTIONS];
  const server = spawn(process.execPath, [...options, LEAKY], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => server.kill('SIGKILL'));
  const [line]: unknown[] = await once(server.stdout, 'data');
  const url = String(line).trim();
  const statusOf = async (path: string): Promise<number> => {
    const answer = await fetch(url + path);
    await answer.body?.cancel();
    return answer.status;
  };
  let handled = 0;
  while ((await statusOf('/keep')) === 200) {
    handled += 1;
    // As far apart as the heap is looked at.
    await pause(100);
  }
  assert.ok(handled > 10, String(handled));
  assert.deepEqual([await statusOf('/keep'), await statusOf('/alive')], [503, 200]);
});
