import { memoize } from '../platform/memoize.ts';
import { counter, histogram } from '../platform/metrics.ts';

const calls = counter(
  'ponte_provider_calls_total',
  'Calls of the provider, and of the sandbox in its place, by what came of them.',
  ['call', 'outcome'],
);
const seconds = histogram('ponte_provider_call_seconds', 'Time until the provider answered.', [
  'call',
]);

/** Cached, since looking up labels costs more than counting. */
const countsOf = memoize((call: string) =>
  memoize((outcome: string) => calls.labels(call, outcome)),
);
const timesOf = memoize((call: string) => seconds.labels(call));

/** `answered`, `deferred`, or the outcome of a failure. */
export function countCall(call: string, outcome: string): void {
  countsOf(call)(outcome).inc();
}

export function timeCall(call: string, ms: number): void {
  timesOf(call).observe(ms / 1_000);
}
