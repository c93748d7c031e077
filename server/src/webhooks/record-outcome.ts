import type { App } from '../app.ts';
import { notifyNow } from '../changes/notify-change.ts';
import { failpoint } from '../platform/failpoint.ts';
import { type MadeAttempt, recordAttempt, recordAttempts } from './attempt-store.ts';
import {
  isGone,
  isSuccess,
  type LeasedDelivery,
  type Outcome,
  SLOW_MS,
  waitMs,
} from './delivery.ts';
import { notifyOwner } from './notify-owner.ts';
import { disableGone } from './store.ts';

/** What an outcome means for its delivery and its endpoint. */
export function attemptOf(delivery: LeasedDelivery, outcome: Outcome): MadeAttempt {
  const works = isSuccess(outcome);
  const wait = works
    ? null
    : waitMs(delivery.attempts - delivery.beside + 1, outcome, Math.random());
  return {
    delivery,
    outcome,
    status: works ? 'succeeded' : wait === null ? 'failed' : 'pending',
    waitMs: wait,
    endpoint:
      outcome.error === 'internal_error'
        ? undefined
        : { works, slow: !works || outcome.durationMs > SLOW_MS },
  };
}

/** Records an attempt, unless its lease was lost. */
export async function recordOutcome(app: App, made: MadeAttempt): Promise<void> {
  const { delivery, outcome } = made;
  const recorded = isGone(outcome)
    ? await recordGone(app, made)
    : await recordAttempt(app.db, made);
  failpoint('deliver.after-record');
  const { environmentId, id } = delivery;
  if (!recorded) app.log.warn({ delivery: id }, 'attempt outlived its lease');
  const status = isSuccess(outcome) ? 'succeeded' : 'failed';
  if (recorded) notifyNow(app.db, { environmentId, kind: 'delivery', id, status });
}

/** The same, and disables the endpoint, whose owner is told so. */
async function recordGone(app: App, made: MadeAttempt): Promise<boolean> {
  const { environmentId, endpointId, url } = made.delivery;
  return app.db.begin(async (tx) => {
    const [recorded = false] = await recordAttempts(tx, [made]);
    const disabled = recorded && (await disableGone(tx, environmentId, endpointId, url));
    if (disabled) await notifyOwner(tx, app.vault, 'gone', disabled);
    return recorded;
  });
}
