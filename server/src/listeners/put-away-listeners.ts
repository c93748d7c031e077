import type { Db } from '../platform/db.ts';
import { disableAway } from '../webhooks/store.ts';
import { AWAY_DAYS } from './listener.ts';
import { lockAwayListeners } from './store.ts';

const BATCH = 100;

/**
 * Keeps nothing more for listeners that nobody has run for days, so that no laptop in a drawer
 * piles up deliveries. Nobody is mailed: whoever runs it again is told since when it missed them.
 * @returns whether more may be waiting.
 */
export async function putAwayListeners(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    const away = await lockAwayListeners(tx, AWAY_DAYS, BATCH);
    if (away.length > 0) await disableAway(tx, away);
    return away.length === BATCH;
  });
}
