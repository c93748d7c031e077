/** Replaces `reversals/tell-managers.ts`. */
import { takenFor } from '../../../src/reversals/reversal.ts';
import type * as real from '../../../src/reversals/tell-managers.ts';
import { statement } from './connection.ts';
import { mails, reversals } from './tables.ts';

export const tellManagers: typeof real.tellManagers = (tx, _app, environmentId, id) =>
  statement(tx, 'tellManagers', (s) => {
    const reversal = s.all(reversals).find((row) => row.id === id);
    if (!reversal) return;
    const subject = `${id} ${takenFor(reversal)}`;
    s.insertUnlessThere(mails, { environmentId, kind: 'reversal', subject });
  });
