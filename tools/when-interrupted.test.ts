import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText } from './repository.ts';

const MODULE = JSON.stringify(join(import.meta.dirname, 'when-interrupted.ts'));
const SCRIPT = `
  import { whenInterrupted } from ${MODULE};
  const interrupted = whenInterrupted();
  setInterval(() => undefined, 1_000);
  try {
    console.error('Started');
    await Promise.race([new Promise(() => undefined), interrupted]);
  } finally {
    console.log('cleaned up');
  }`;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`a run that gets a ${signal} cleans up and fails`, async () => {
    const run = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
    await once(run.stderr, 'data');
    run.kill(signal);
    const [output, [status]] = await Promise.all([text(run.stdout), once(run, 'close')]);
    assert.equal(output, 'cleaned up\n');
    assert.equal(status, 1);
  });
}

test('every command that starts a gateway of its own ends it when interrupted', () => {
  for (const file of ['smoke', 'quickstart', 'examples', 'ship']) {
    assert.match(readText(`tools/${file}.ts`), /\bPromise\.race\(\[.*, interrupted\]\)/, file);
  }
});
