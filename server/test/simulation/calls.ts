import type { Random } from '../kill/random.ts';
import type { Call } from './call.ts';
import { depositCalls } from './deposit-calls.ts';
import { keyCalls, orphanCalls } from './key-calls.ts';
import { deliveryCalls, noticeCalls } from './news-calls.ts';
import type { Sides } from './sides.ts';
import { withdrawalCalls } from './withdrawal-calls.ts';

/** The next call, with all its random choices already made. */
export function nextCall(random: Random, sides: Sides): { name: string; call: Call } {
  const calls = [
    ...keyCalls(random, sides),
    ...orphanCalls(random, sides),
    ...depositCalls(random, sides),
    ...withdrawalCalls(random),
    ...noticeCalls(random),
    ...deliveryCalls(random, sides),
  ];
  const chosen = calls[random.integer(0, calls.length - 1)];
  if (!chosen) throw new Error('there are calls');
  return { name: chosen[0], call: chosen[1] };
}
