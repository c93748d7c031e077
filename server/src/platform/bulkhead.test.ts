import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { pino } from 'pino';
import { until } from '../../test/receiver.ts';
import { bulkheadJob, Bulkhead } from './bulkhead.ts';
import { runJobs } from './job-loop.ts';

const silent = pino({ level: 'silent' });

test('quick work returns its results and leaves nothing in flight', async () => {
  const bulkhead = new Bulkhead<string>(silent, 'a job');
  const results = await bulkhead.run([
    ['a', async () => 1],
    ['b', async () => 2],
  ]);
  assert.deepEqual(results, [1, 2]);
  assert.deepEqual(bulkhead.full(1), []);
});

test('hanging work fills its own compartment until it ends, and does not block the turn', async () => {
  const bulkhead = new Bulkhead<string>(silent, 'a job');
  const hanging = Promise.withResolvers<undefined>();
  const run = bulkhead.run([
    ['a', () => hanging.promise],
    ['b', async () => undefined],
  ]);
  assert.equal(await run, undefined);
  assert.deepEqual(bulkhead.full(1), ['a']);
  assert.deepEqual(bulkhead.full(2), []);
  let drained = false;
  const drain = bulkhead.drain().then(() => (drained = true));
  await settled();
  assert.equal(drained, false);
  hanging.resolve(undefined);
  await drain;
  assert.deepEqual(bulkhead.full(1), []);
});

test('a turn may return with some of its work still in flight', async () => {
  const bulkhead = new Bulkhead<string>(silent, 'a job', 60_000);
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let ended = false;
  const works = [first, second].map(({ promise }) => ['a', () => promise] as const);
  const run = bulkhead.run(works, 1).finally(() => (ended = true));
  await settled();
  assert.equal(ended, false);
  first.resolve(undefined);
  assert.equal(await run, undefined);
  assert.deepEqual(bulkhead.full(1), ['a']);
  second.resolve(undefined);
  await bulkhead.drain();
});

test('an early failure rejects the turn, and late failures of a turn are logged once', async () => {
  const lines: { level: number; job: string; message: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const bulkhead = new Bulkhead<string>(log, 'a job');
  const fails = () => Promise.reject(new Error('at once'));
  await assert.rejects(bulkhead.run([['a', fails]]), /at once/);
  const late = Promise.withResolvers<undefined>();
  assert.equal(
    await bulkhead.run([
      ['a', () => late.promise],
      ['b', () => late.promise],
    ]),
    undefined,
  );
  late.reject(new Error('too late'));
  await bulkhead.drain();
  await until(() => lines.length > 0);
  assert.deepEqual(
    lines.map(({ level, job, message }) => ({ level, job, message })),
    [{ level: 50, job: 'a job', message: 'too late' }],
  );
});

test('a loop that stops waits for the work that its turns left in flight', async () => {
  const hanging = Promise.withResolvers<undefined>();
  let turns = 0;
  const job = bulkheadJob<string>(silent, { name: 'a job', everyMs: 1 }, async (bulkhead) => {
    turns += 1;
    if (turns === 1) await bulkhead.run([['a', () => hanging.promise]]);
    return false;
  });
  const draining = Promise.withResolvers<void>();
  const drain = async (): Promise<void> => {
    draining.resolve();
    await job.drain?.();
  };
  const loop = runJobs([{ ...job, drain }], silent);
  await until(() => turns > 1);
  let stopped = false;
  const stop = loop.stop().then(() => (stopped = true));
  await draining.promise;
  await settled();
  assert.equal(stopped, false);
  hanging.resolve(undefined);
  await stop;
});
