/** Replaces `provider/transition.ts`. */
export * from '../../../src/provider/transition.ts';
import type * as real from '../../../src/provider/transition.ts';
import { statement } from './connection.ts';
import { transitions } from './tables.ts';

export const recordTransitions: typeof real.recordTransitions = async (tx, _app, all) => {
  if (all.length === 0) return;
  await statement(tx, 'recordTransitions', (s) => {
    for (const { environmentId, resourceId, from, to, cause, at } of all) {
      s.insert(transitions, {
        environmentId,
        resourceId,
        fromStatus: from,
        toStatus: to,
        cause,
        at,
      });
    }
  });
};
