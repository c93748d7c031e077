import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { test, type TestContext } from 'node:test';
import { testDatabase } from '../test/database.ts';
import { ENTRIES } from './launch/entries.ts';

const isLinux = process.platform === 'linux';

/** The distinct nice values of the threads of a worker that was started with the given one. */
async function nicenessOf(t: TestContext, started: number): Promise<number[]> {
  const worker = spawn('nice', ['-n', String(started), process.execPath, ENTRIES.worker], {
    env: {
      ...process.env,
      DATABASE_URL: await testDatabase(t),
      PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      PONTE_PARENT_PIPE: '1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = once(worker, 'exit');
  t.after(async () => {
    worker.kill();
    await gone;
  });
  await once(worker.stdout, 'data');
  const pid = String(worker.pid);
  const threads = isLinux ? await readdir(`/proc/${pid}/task`) : [pid];
  return [...new Set(threads.map((thread) => getPriority(Number(thread))))];
}

test("a worker lowers its priority below the API's, and keeps a priority that is already lower", async (t) => {
  const own = getPriority();
  assert.deepEqual(await nicenessOf(t, 0), [Math.max(own, 5)]);
  assert.deepEqual(await nicenessOf(t, 12), [Math.min(own + 12, 19)]);
});
