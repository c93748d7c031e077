import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import vectors from '../../test/vectors/unblind.json' with { type: 'json' };
import { openUnblinder } from './open-unblinder.ts';

const { rawHex, recipient, change } = vectors;
const KEY = recipient.blindingKey;

const THREAD = new URL('./unblind-thread.ts', import.meta.url);
const unblinder = openUnblinder();
after(() => unblinder.close());

test('outputs are opened in the order of the requests', async () => {
  const order: string[] = [];
  const asked = [
    ['other', change.blindingKey, change.vout],
    ['first', KEY, 0],
    ['closed', KEY, change.vout],
  ] as const;
  const openings = await Promise.all(
    asked.map(async ([name, key, vout]) => {
      const { kind } = await unblinder.open(rawHex, vout, key);
      order.push(name);
      return kind;
    }),
  );
  assert.deepEqual(openings, ['opened', 'opened', 'closed']);
  assert.deepEqual(
    order,
    asked.map(([name]) => name),
  );
});

test('the event loop stays idle while fifty outputs are opened', async () => {
  const before = performance.eventLoopUtilization();
  const openings = Array.from({ length: 50 }, () => unblinder.open(rawHex, 0, KEY));
  const kinds = new Set((await Promise.all(openings)).map(({ kind }) => kind));
  assert.deepEqual([...kinds], ['opened']);
  const { utilization } = performance.eventLoopUtilization(before);
  // Unblinding on this thread would keep the event loop busy all the time.
  assert.ok(utilization < 0.5, `the loop was busy for ${String(utilization)} of the time`);
});

test('an invalid transaction is refused, and the requests after it are served', async () => {
  const refused = [unblinder.open('00', 0, KEY), unblinder.open(rawHex, 9, KEY)];
  const behind = unblinder.open(rawHex, 0, KEY);
  for (const one of refused) await assert.rejects(one, /transaction/);
  assert.equal((await behind).kind, 'opened');
});

test('if the thread is killed midway, a new one serves the remaining requests', async () => {
  const threads: Worker[] = [];
  const own = openUnblinder(() => {
    const thread = new Worker(THREAD);
    threads.push(thread);
    return thread;
  });
  const openings = Array.from({ length: 3 }, () => own.open(rawHex, 0, KEY));
  await openings[0];
  await threads[0]?.terminate();
  const kinds = (await Promise.all(openings)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['opened', 'opened', 'opened']);
  assert.equal(threads.length, 2);
  await own.close();
});

test('a dead thread is replaced at the next request', async () => {
  const threads: Worker[] = [];
  const own = openUnblinder(() => {
    const thread = new Worker(THREAD);
    threads.push(thread);
    return thread;
  });
  await own.open(rawHex, 0, KEY);
  await threads[0]?.terminate();
  assert.equal((await own.open(rawHex, 0, KEY)).kind, 'opened');
  await own.close();
});

test('an output that crashes every thread is refused, and the requests after it are served', async () => {
  const source = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ vout }) => {
      if (vout === 0) throw new Error('this one crashes the thread');
      parentPort.postMessage({ opening: { kind: 'closed' } });
    });`;
  const own = openUnblinder(() => new Worker(source, { eval: true }));
  const bad = own.open(rawHex, 0, KEY);
  const good = own.open(rawHex, 1, KEY);
  await assert.rejects(bad, /died/);
  assert.deepEqual(await good, { kind: 'closed' });
  await own.close();
});

test('closing it midway rejects all pending and later requests', async () => {
  const own = openUnblinder();
  const [first, ...rest] = Array.from({ length: 3 }, () => own.open(rawHex, 0, KEY));
  const ends = Promise.allSettled(rest);
  await first;
  await own.close();
  for (const { status } of await ends) assert.equal(status, 'rejected');
  await assert.rejects(own.open(rawHex, 0, KEY), /no more outputs/);
  await own.close();
});

test('an idle unblinder does not keep its process alive', async () => {
  const program = `
    import vectors from '../../test/vectors/unblind.json' with { type: 'json' };
    import { openUnblinder } from './open-unblinder.ts';
    const { rawHex, recipient } = vectors;
    console.log((await openUnblinder().open(rawHex, 0, recipient.blindingKey)).kind);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.deepEqual([code, printed], [0, 'opened\n']);
});
