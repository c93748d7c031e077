import { ApiFailure } from '../api/api-failure.ts';

/**
 * `refused`: certainly nothing was created. `unknown`: it may have been created. `wait`: nothing
 * was examined yet, and the same order may be sent again after a while. `unread`: it was turned
 * away before its key was looked up, and an earlier attempt with that key may have created
 * something.
 */
type Outcome = 'refused' | 'unknown' | 'wait' | 'unread';

const UNDECIDED = ['in_progress'];
const NOT_EXAMINED = ['rate_limited', 'step_up_required', 'signed_out', 'not_configured'];
const SWITCHED_OFF = ['deposits_disabled', 'withdrawals_disabled'];

/** What a failed money order leaves behind, and so whether its key may be used again. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiFailure)) return 'unknown';
  if (NOT_EXAMINED.includes(error.code)) return 'wait';
  if (UNDECIDED.includes(error.code)) return 'unknown';
  if (error.status < 400 || error.status >= 500) return 'unknown';
  return isOfKey(error) ? 'refused' : 'unread';
}

/** Whether a refusal was given only after the key had been looked up. */
function isOfKey({ code, status }: ApiFailure): boolean {
  if (SWITCHED_OFF.includes(code)) return true;
  return [400, 409, 422].includes(status) && code !== 'invalid_request';
}

/** The delays before each automatic retry; after that a person decides. */
export const RETRY_DELAYS_MS: readonly number[] = [2_000, 4_000, 8_000, 15_000, 30_000];
