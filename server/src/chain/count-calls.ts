import { counter, gauge, histogram } from '../platform/metrics.ts';

/** Calls with `no_room` and `closed` were not made. */
export type CallOutcome =
  | 'answered'
  | 'refused'
  | 'throttled'
  | 'failed'
  | 'unreachable'
  | 'nonsense'
  | 'no_room'
  | 'closed';

const calls = counter(
  'ponte_chain_calls_total',
  'Questions to a server of the chain, by what came of them.',
  ['server', 'outcome'],
);
const seconds = histogram(
  'ponte_chain_call_seconds',
  'Time until a server of the chain answered.',
  ['server'],
);
const stopped = gauge(
  'ponte_chain_closed',
  '1 while a server of the chain is not asked, because it failed or asked for it.',
  ['server'],
);

/** @param server host and port only; the rest of an address may contain a secret */
export function countCall(server: string, outcome: CallOutcome): void {
  calls.inc({ server, outcome });
}

export function timeCall(server: string, ms: number): void {
  seconds.observe({ server }, ms / 1_000);
}

export function recordStopped(server: string, isStopped: boolean): void {
  stopped.set({ server }, isStopped ? 1 : 0);
}
