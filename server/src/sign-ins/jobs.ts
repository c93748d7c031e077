import { deleteOldAttempts } from '../attempts/store.ts';
import type { App } from '../app.ts';
import { HOUR_MS } from '../durations.ts';
import { deleteOldChallenges } from '../passkeys/store.ts';
import type { Job } from '../platform/job-loop.ts';
import { deleteOldSessions } from '../sessions/store.ts';
import { deleteOldSignUps } from '../users/store.ts';

const BATCH = 1_000;

/** Deletes expired credentials and counts, in small batches. */
export function signInJobs({ db }: App): Job[] {
  const turn = async (): Promise<boolean> => {
    await deleteOldChallenges(db);
    const counts = [
      await deleteOldAttempts(db, BATCH),
      await deleteOldSignUps(db, BATCH),
      await deleteOldSessions(db, BATCH),
    ];
    return counts.some((count) => count === BATCH);
  };
  return [{ name: 'forget old sign-ins', everyMs: HOUR_MS, turn }];
}
