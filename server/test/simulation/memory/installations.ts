/** Replaces `installations/store.ts`: an installation that is never in safe mode. */
export * from '../../../src/installations/store.ts';
import type * as real from '../../../src/installations/store.ts';

export const readSafeMode: typeof real.readSafeMode = async () => ({
  on: false,
  reason: null,
  since: null,
});
export const wasOffForADay: typeof real.wasOffForADay = async () => true;
