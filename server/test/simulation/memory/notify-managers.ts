/** Replaces `reversals/notify-managers.ts`. */
import type * as real from '../../../src/reversals/notify-managers.ts';
import { takenFor } from '../../../src/reversals/reversal.ts';
import { statement } from './connection.ts';
import { mails, reversals } from './tables.ts';

export const notifyManagers: typeof real.notifyManagers = (tx, _app, environmentId, id) =>
  statement(tx, 'notifyManagers', (s) => {
    const reversal = s.all(reversals).find((row) => row.id === id);
    if (!reversal) return;
    const subject = `${id} ${takenFor(reversal)}`;
    s.insertUnlessThere(mails, { environmentId, kind: 'reversal', subject });
  });
