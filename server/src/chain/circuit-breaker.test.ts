import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts';
import { ChainFailure } from './port.ts';

/** A breaker with its own clock, in front of a server that is healthy or not. */
function openCase() {
  const state = { at: 0, isHealthy: false, trials: 0, changes: [] as boolean[] };
  const breaker: CircuitBreaker = openCircuitBreaker({
    now: () => state.at,
    longestMs: 300_000,
    onChange: (isStopped) => void state.changes.push(isStopped),
    trial: async () => {
      state.trials += 1;
      if (state.isHealthy) return;
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

test('each consecutive failure doubles the back-off, up to five minutes', async () => {
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

test('no call passes during the back-off, and after it one trial call decides for all', async () => {
  const one = openCase();
  one.breaker.failed();
  assert.deepEqual(await Promise.all([mayAsk(one), mayAsk(one)]), [false, false]);
  assert.equal(one.state.trials, 0);
  one.state.at += 1_000;
  one.state.isHealthy = true;
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

test('the back-off still grows if trial calls succeed while all others fail', async () => {
  const one = openCase();
  one.state.isHealthy = true;
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

test("the server's Retry-After is respected, up to an hour", () => {
  const honest = openCase();
  honest.breaker.failed(90);
  assert.equal(honest.breaker.secondsLeft(), 90);
  honest.breaker.failed(10);
  assert.equal(honest.breaker.secondsLeft(), 90);
  const liar = openCase();
  liar.breaker.failed(1e12);
  assert.equal(liar.breaker.secondsLeft(), 3_600);
});

test('a late success of an earlier call does not end the back-off', async () => {
  const one = openCase();
  one.breaker.failed();
  one.breaker.succeeded();
  assert.equal(await mayAsk(one), false);
});
