import type { Db } from '../platform/db.ts';
import { disableAway } from '../webhooks/store.ts';
import { AWAY_DAYS } from './listener.ts';
import { lockAwayListeners } from './store.ts';

const BATCH = 100;

/**
 * Disables listeners that nobody has run for days, so that an unused laptop does not accumulate
 * deliveries. No mail is sent: whoever runs it again is told since when deliveries were missed.
 * @returns whether more may be waiting
 */
export async function disableAwayListeners(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    const away = await lockAwayListeners(tx, AWAY_DAYS, BATCH);
    if (away.length > 0) await disableAway(tx, away);
    return away.length === BATCH;
  });
}
