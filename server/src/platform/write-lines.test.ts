import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { openLines } from './write-lines.ts';

const LOG = join(import.meta.dirname, 'log.ts');
const LINES = join(import.meta.dirname, 'write-lines.ts');

/** A process that logs; its standard output is read only if the test reads it. */
function start(t: TestContext, script: string) {
  const source = `import { openLog } from ${JSON.stringify(LOG)}; const log = openLog('test', 'info'); ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  child.stderr.resume();
  return child;
}

test('no log line is lost when a process finishes, exits or throws', async (t) => {
  for (const end of ['', 'process.exit(0)', 'throw new Error()', 'setTimeout(process.exit, 300)']) {
    const child = start(t, `for (let n = 1; n <= 5_000; n += 1) log.info({ n }); ${end}`);
    const lines = (await text(child.stdout)).trimEnd().split('\n');
    // The script above wrote each line.
    const numbers = lines.map((line) => (JSON.parse(line) as { n: number }).n);
    assert.deepEqual(
      numbers,
      Array.from({ length: 5_000 }, (_, at) => at + 1),
      end,
    );
  }
});

test('log lines are written while the process is running', async (t) => {
  const child = start(t, `log.info('here'); setInterval(() => undefined, 1_000);`);
  const [line] = await once(child.stdout, 'data');
  assert.match(String(line), /"here"/);
});

test('log lines lost to a full disk are counted', async (t) => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const { promise: counted, resolve } = Promise.withResolvers<void>();
  let lost = 0;
  const lines = openLines(full, () => {
    lost += 1;
    if (lost === 3) resolve();
  });
  for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line);
  await counted;
});

test('a log reader that hangs blocks neither the work of a process nor its exit', async (t) => {
  const child = start(
    t,
    `for (let n = 0; n < 200_000; n += 1) log.info({ n, filler: 'x'.repeat(40) });
    setTimeout(() => { process.stderr.write('worked'); process.exit(0); }, 1_500);`,
  );
  const said = once(child.stderr, 'data');
  const ended = once(child, 'exit');
  assert.equal(String((await said)[0]), 'worked');
  await ended;
});

test('a process exits even if its log pipe is full by then', async (t) => {
  const source = `import { openLines } from ${JSON.stringify(LINES)}; const log = openLines(1);
    log.write('x'.repeat(60_000)); setTimeout(() => {
      for (let n = 0; n < 20; n += 1) log.write('y'.repeat(1_000));
      process.exit(0);
    }, 400);`;
  // Node would create a socket pair; a shell makes a real pipe, whose reader never reads here.
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      '{ "$0" --input-type=module --eval "$1"; echo over >&2; } | sleep 60',
      process.execPath,
      source,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  t.after(() => process.kill(-(child.pid ?? 0), 'SIGKILL'));
  const [said] = await once(child.stderr, 'data', { signal: AbortSignal.timeout(20_000) });
  assert.equal(String(said).trim(), 'over');
});
