import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText } from './repository.ts';

const MODULE = JSON.stringify(join(import.meta.dirname, 'when-interrupted.ts'));
const scriptOf = (before: string): string => `
  import { once } from 'node:events';
  import { whenInterrupted } from ${MODULE};
  const interrupted = whenInterrupted();
  setInterval(() => undefined, 1_000);
  try {
    console.error('Started');
    ${before}
    await Promise.race([new Promise(() => undefined), interrupted]);
  } finally {
    console.log('cleaned up');
  }`;

async function interrupt(script: string, signal: NodeJS.Signals): Promise<void> {
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(run.stderr, 'data');
  run.kill(signal);
  const [output, [status]] = await Promise.all([text(run.stdout), once(run, 'close')]);
  assert.equal(output, 'cleaned up\n');
  assert.equal(status, 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`a run that gets a ${signal} cleans up and fails`, () => interrupt(scriptOf(''), signal));
}

test('a run that gets a signal before it waits for one cleans up, too', async () => {
  const before = `await once(process, 'SIGTERM'); await new Promise(setImmediate);`;
  await interrupt(scriptOf(before), 'SIGTERM');
});

test('every command that starts a gateway of its own ends it when interrupted', () => {
  for (const file of ['smoke', 'quickstart', 'examples', 'ship']) {
    assert.match(readText(`tools/${file}.ts`), /\bPromise\.race\(\[.*, interrupted\]\)/, file);
  }
});
