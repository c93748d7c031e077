import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { endProcessesWith, processesWith } from './processes.ts';

/** Many short lives at once: some of them end between being found and being killed. */
const FOREVER = 'while :; do for i in {10..40}; do sleep 0.$i & done; wait; done';
const SHELLS = 4;

test('processes are ended while they start others that end by themselves', async (t) => {
  const marker = `ponte-processes-${randomUUID()}`;
  const env = { ...process.env, MARKER: marker };
  const shells = Array.from({ length: SHELLS }, () => spawn('bash', ['-c', FOREVER], { env }));
  t.after(() => shells.forEach((shell) => void shell.kill('SIGKILL')));
  await Promise.all(shells.map((shell) => once(shell, 'spawn')));
  assert.ok(processesWith(marker).length >= SHELLS);

  const ended = Promise.all(shells.map((shell) => once(shell, 'exit')));
  await endProcessesWith(marker, 10_000);
  assert.deepEqual(processesWith(marker), []);
  assert.deepEqual(await ended, Array(SHELLS).fill([null, 'SIGKILL']));
});
