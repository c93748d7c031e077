import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts';
import { ChainFailure } from './port.ts';

/** A breaker with its own clock, in front of a server that is well or not. */
function openCase() {
  const state = { at: 0, isWell: false, trials: 0, changes: [] as boolean[] };
  const breaker: CircuitBreaker = openCircuitBreaker({
    now: () => state.at,
    longestMs: 300_000,
    onChange: (closed) => void state.changes.push(closed),
    trial: async () => {
      state.trials += 1;
      if (state.isWell) return;
      breaker.failed();
      throw new ChainFailure('it does not answer');
    },
  });
  return { breaker, state };
}

const mayAsk = ({ breaker }: { breaker: CircuitBreaker }): Promise<boolean> =>
  breaker.enter().then(
    () => true,
    () => false,
  );

test('each failure in a row keeps everybody away twice as long, up to five minutes', async () => {
  const one = openCase();
  one.breaker.failed();
  for (const [shortest, longest] of [
    [0, 1],
    [1.5, 2],
    [3, 4],
    [6, 8],
    [12, 16],
    [24, 32],
    [48, 64],
    [96, 128],
    [192, 256],
    [225, 300],
    [225, 300],
  ] as const) {
    const left = one.breaker.secondsLeft();
    assert.ok(left >= shortest && left <= longest, `${String(left)} of ${String(longest)}`);
    assert.equal(await mayAsk(one), false);
    const trialsBefore = one.state.trials;
    one.state.at += left * 1_000;
    assert.equal(await mayAsk(one), false, 'the trial fails');
    assert.equal(one.state.trials, trialsBefore + 1);
  }
});

test('nobody asks while it is closed, and then one for all', async () => {
  const one = openCase();
  one.breaker.failed();
  assert.deepEqual(await Promise.all([mayAsk(one), mayAsk(one)]), [false, false]);
  assert.equal(one.state.trials, 0);
  one.state.at += 1_000;
  one.state.isWell = true;
  const asked = await Promise.all(Array.from({ length: 50 }, () => mayAsk(one)));
  assert.ok(asked.every(Boolean));
  assert.equal(one.state.trials, 1);
  assert.deepEqual(one.state.changes, [true, false]);
});

test('calls that fail together count once', () => {
  const { breaker } = openCase();
  for (let call = 0; call < 20; call += 1) breaker.failed();
  assert.equal(breaker.secondsLeft(), 1);
});

test('a server whose trials succeed while all else fails is asked ever less', async () => {
  const one = openCase();
  one.state.isWell = true;
  for (let call = 0; call < 6; call += 1) {
    one.breaker.failed();
    one.state.at += one.breaker.secondsLeft() * 1_000;
    assert.ok(await mayAsk(one));
  }
  one.breaker.failed();
  assert.ok(one.breaker.secondsLeft() >= 48);
  one.state.at += 64_000;
  assert.ok(await mayAsk(one));
  one.breaker.succeeded();
  one.breaker.failed();
  assert.equal(one.breaker.secondsLeft(), 1);
});

test('a server is left alone for as long as it says, and for no more than an hour', () => {
  const told = openCase();
  told.breaker.failed(90);
  assert.equal(told.breaker.secondsLeft(), 90);
  told.breaker.failed(10);
  assert.equal(told.breaker.secondsLeft(), 90);
  const liar = openCase();
  liar.breaker.failed(1e12);
  assert.equal(liar.breaker.secondsLeft(), 3_600);
});

test('an answer to what was asked before it closed opens nothing', async () => {
  const one = openCase();
  one.breaker.failed();
  one.breaker.succeeded();
  assert.equal(await mayAsk(one), false);
});
