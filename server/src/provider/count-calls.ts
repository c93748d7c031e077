import type { Counter, Histogram } from 'prom-client';
import { counter, histogram } from '../platform/metrics.ts';

const calls = counter(
  'ponte_provider_calls_total',
  'Calls of the provider, and of the sandbox in its place, by what came of them.',
  ['call', 'outcome'],
);
const seconds = histogram('ponte_provider_call_seconds', 'Time until the provider answered.', [
  'call',
]);

/** Found once for each pair: to look labels up is dearer than to count. */
const counts = new Map<string, Counter.Internal>();
const times = new Map<string, Histogram.Internal<string>>();

/** `answered`, `deferred`, or the outcome of a failure. */
export function countCall(call: string, outcome: string): void {
  const name = `${call} ${outcome}`;
  const count = counts.get(name) ?? calls.labels(call, outcome);
  counts.set(name, count);
  count.inc();
}

export function timeCall(call: string, ms: number): void {
  const time = times.get(call) ?? seconds.labels(call);
  times.set(call, time);
  time.observe(ms / 1_000);
}
