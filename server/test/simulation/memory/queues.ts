/** Replaces `queues/store.ts`: a database whose clock never leaps. */
export * from '../../../src/queues/store.ts';
import type * as real from '../../../src/queues/store.ts';

export const isClockSteady: typeof real.isClockSteady = async () => true;
