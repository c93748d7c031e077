import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { forgetOldRequests } from './forget-old-requests.ts';

/** Turn by turn over all environments; a process that starts anew begins a round of its own. */
export function requestJobs({ db }: App): Job[] {
  let place = '';
  const turn = async (): Promise<boolean> => {
    place = await forgetOldRequests(db, place);
    return place !== '';
  };
  return [{ name: 'forget old requests', everyMs: 3_600_000, turn }];
}
