import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { tellNow } from '../changes/tell-change.ts';
import type { DeliveryId, EndpointId } from '../ids.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { inTrace } from '../platform/in-trace.ts';
import { faultOf } from '../platform/log.ts';
import { countAttempt } from './count-attempts.ts';
import {
  isGone,
  isSuccess,
  type LeasedDelivery,
  type Outcome,
  SLOW_MS,
  waitMs,
} from './delivery.ts';
import { type AttemptRecord, leaseDueDeliveries, recordAttempt } from './delivery-store.ts';
import { disableGoneEndpoint } from './disable-gone-endpoint.ts';
import { SECRET_PLACE } from './endpoint.ts';
import { openSender, type Send } from './send.ts';
import { markSlow } from './store.ts';

/**
 * How many attempts may be under way: slow endpoints have slots of their own and fill no others.
 */
const SLOTS = { quick: 128, slow: 128 };
const PER_ENDPOINT = { quick: 8, slow: 2 };

/** How long a turn that found nothing waits for an attempt under way to make room. */
const PATIENCE_MS = 100;

export interface Dispatcher {
  /** Begins what is due and has room; true when there may be more. It waits for no receiver. */
  turn(): Promise<boolean>;
  /** Ends when every attempt under way is recorded. */
  drain(): Promise<void>;
}

interface UnderWay {
  readonly endpointId: EndpointId;
  readonly done: Promise<void>;
  slow: boolean;
}

export function openDispatcher(app: App, send: Send = openSender(app.config)): Dispatcher {
  const underWay = new Map<DeliveryId, UnderWay>();
  let end = Promise.withResolvers<void>();
  const onEnd = (id: DeliveryId): void => {
    underWay.delete(id);
    end.resolve();
    end = Promise.withResolvers();
  };
  return {
    turn: async () => {
      // Taken before the look, so that an attempt which ends meanwhile is not missed.
      const nextEnd = end.promise;
      const due = await leaseDue(app, [...underWay.values()]);
      if (due.length > 0) failpoint('deliver.after-lease');
      for (const delivery of due) underWay.set(delivery.id, start(app, send, delivery, onEnd));
      if (due.length === 0 && underWay.size > 0) await Promise.race([nextEnd, sleep(PATIENCE_MS)]);
      return underWay.size > 0;
    },
    drain: async () => {
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}

async function leaseDue(app: App, underWay: readonly UnderWay[]): Promise<LeasedDelivery[]> {
  const slow = underWay.filter((attempt) => attempt.slow).length;
  const room = {
    quick: Math.max(0, SLOTS.quick - (underWay.length - slow)),
    slow: Math.max(0, SLOTS.slow - slow),
  };
  if (room.quick + room.slow === 0) return [];
  const counts = new Map<EndpointId, number>();
  for (const { endpointId } of underWay) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  const lease = randomUUID();
  return leaseDueDeliveries(app.db, { lease, room, perEndpoint: PER_ENDPOINT, underWay: counts });
}

/** Frees the slot of a quick endpoint as soon as its attempt turns out to drag on. */
function start(
  app: App,
  send: Send,
  delivery: LeasedDelivery,
  onEnd: (id: DeliveryId) => void,
): UnderWay {
  const { environmentId, endpointId } = delivery;
  const timer = setTimeout(() => {
    entry.slow = true;
    // Only a hint for the next turns: what is recorded at the end says it again.
    markSlow(app.db, environmentId, endpointId).catch(() => undefined);
  }, SLOW_MS);
  const done = inTrace('deliver webhook', () => deliver(app, send, delivery))
    // Nothing is lost: the lease runs out and the delivery is due again.
    .catch((error: unknown) =>
      app.log[isDatabaseAway(error) ? 'warn' : 'error'](
        { delivery: delivery.id, ...faultOf(error) },
        'attempt not recorded',
      ),
    )
    .finally(() => {
      clearTimeout(timer);
      onEnd(delivery.id);
    });
  const entry: UnderWay = { endpointId, done, slow: delivery.slow };
  return entry;
}

/** One attempt. No transaction is open while the network is waited for. */
async function deliver(app: App, send: Send, delivery: LeasedDelivery): Promise<void> {
  const outcome = await attempt(app, send, delivery);
  failpoint('deliver.after-send');
  const recorded = await record(app, delivery, outcome);
  if (!recorded) app.log.warn({ delivery: delivery.id }, 'attempt outlived its lease');
  const { environmentId, id } = delivery;
  const status = isSuccess(outcome) ? 'succeeded' : 'failed';
  if (recorded) tellNow(app.db, { environmentId, kind: 'delivery', id, status });
}

async function record(app: App, delivery: LeasedDelivery, outcome: Outcome): Promise<boolean> {
  const judged = judge(delivery, outcome);
  countAttempt(judged.status);
  if (!isGone(outcome)) return recordAttempt(app.db, delivery, outcome, judged);
  return app.db.begin(async (tx) => {
    const recorded = await recordAttempt(tx, delivery, outcome, judged);
    if (recorded) await disableGoneEndpoint(tx, app.vault, delivery);
    return recorded;
  });
}

async function attempt(app: App, send: Send, delivery: LeasedDelivery): Promise<Outcome> {
  try {
    const secrets = delivery.sealedSecrets.map((sealed) => app.vault.open(SECRET_PLACE, sealed));
    return await send(delivery, secrets);
  } catch (error) {
    // It counts as an attempt, so that one delivery which always throws ends like any other.
    app.log.error({ delivery: delivery.id, ...faultOf(error) }, 'delivery could not be sent');
    return {
      durationMs: 0,
      responseStatus: null,
      responseBody: null,
      retryAfterMs: null,
      error: 'internal_error',
    };
  }
}

function judge(delivery: LeasedDelivery, outcome: Outcome): AttemptRecord {
  const works = isSuccess(outcome);
  const wait = works ? null : waitMs(delivery.attempts + 1, outcome, Math.random());
  return {
    status: works ? 'succeeded' : wait === null ? 'failed' : 'pending',
    waitMs: wait,
    endpoint:
      outcome.error === 'internal_error'
        ? undefined
        : { works, slow: !works || outcome.durationMs > SLOW_MS },
  };
}
