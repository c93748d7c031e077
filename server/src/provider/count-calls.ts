import { counter, histogram } from '../platform/metrics.ts';

const calls = counter(
  'ponte_provider_calls_total',
  'Calls of the provider, and of the sandbox in its place, by what came of them.',
  ['call', 'outcome'],
);
const seconds = histogram('ponte_provider_call_seconds', 'Time until the provider answered.', [
  'call',
]);

/** `answered`, `deferred`, or the outcome of a failure. */
export function countCall(call: string, outcome: string): void {
  calls.inc({ call, outcome });
}

export function timeCall(call: string, ms: number): void {
  seconds.observe({ call }, ms / 1_000);
}
