import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { listenForStopSignals } from './stop-signals.ts';

/** Each signal as its name and the millisecond at which it arrives. */
function receive(...signals: readonly (readonly [string, number])[]) {
  const source = new EventEmitter();
  let ms = 0;
  const { stop, hurry, stopListening } = listenForStopSignals({ source, now: () => ms });
  for (const [signal, at] of signals) {
    ms = at;
    source.emit(signal);
  }
  stopListening();
  assert.deepEqual(source.eventNames(), []);
  return { stop: stop.aborted, hurry: hurry.aborted };
}

test('the first signal stops, and a second one hurries', () => {
  assert.deepEqual(receive(), { stop: false, hurry: false });
  assert.deepEqual(receive(['SIGINT', 0]), { stop: true, hurry: false });
  assert.deepEqual(receive(['SIGINT', 0], ['SIGINT', 3_000]), { stop: true, hurry: true });
  assert.deepEqual(receive(['SIGINT', 0], ['SIGTERM', 1]), { stop: true, hurry: true });
});

test('one Ctrl-C does not hurry, though npm passes on what the terminal has sent already', () => {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const once = [[signal, 0] as const, [signal, 35] as const];
    assert.deepEqual(receive(...once), { stop: true, hurry: false });
    const twice = [...once, [signal, 3_000] as const, [signal, 3_035] as const];
    assert.deepEqual(receive(...twice), { stop: true, hurry: true });
  }
});
