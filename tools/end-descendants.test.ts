import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { endProcesses, listDescendants } from './end-descendants.ts';

/** Ignores the signal, and has a child that outlives it and holds its output. */
const DEAF = `
  process.on('SIGTERM', () => undefined);
  const script = 'setInterval(() => undefined, 1_000); console.log("ready")';
  require('node:child_process').spawn(process.execPath, ['-e', script], { stdio: 'inherit' });`;

test('a process that ignores a signal is killed with its children', async () => {
  const child = spawn(process.execPath, ['-e', DEAF], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const descendants = listDescendants(process.pid);
  const [grandchild] = listDescendants(child.pid ?? 0);
  assert.ok(grandchild !== undefined && descendants.includes(grandchild));
  child.kill('SIGTERM');
  // The output closes only when the last process that holds it has ended.
  const closed = once(child, 'close');
  await endProcesses(descendants, 100);
  assert.deepEqual(await closed, [null, 'SIGKILL']);
});
