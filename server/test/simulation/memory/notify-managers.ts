/** Replaces `reversals/notify-managers.ts`. */
import type * as real from '../../../src/reversals/notify-managers.ts';
import { takenFor } from '../../../src/reversals/reversal.ts';
import { statement } from './connection.ts';
import { mails } from './tables.ts';

export const notifyManagers: typeof real.notifyManagers = (tx, _app, reversal) =>
  statement(tx, 'notifyManagers', (s) => {
    const subject = `${reversal.id} ${takenFor(reversal)}`;
    const { environmentId } = reversal;
    s.insertUnlessThere(mails, { environmentId, kind: 'reversal', subject });
  });
