import type { App } from '../app.ts';
import type { Tx } from '../platform/db.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import type { Settleable, SettlementOf } from './settlement.ts';
import { recordTransitions } from './transition.ts';

/**
 * Adds the steps of settlements to the histories, and their events with the deliveries.
 * @param view what an event says about the deposit or withdrawal
 */
export async function recordSteps<Resource extends Settleable>(
  tx: Tx,
  app: App,
  settlements: readonly SettlementOf<Resource>[],
  view: (resource: Resource) => object,
): Promise<void> {
  const steps = settlements.flatMap(({ before: { environmentId, id }, news, now, steps: taken }) =>
    taken.map((step) => ({ ...step, environmentId, resourceId: id, at: now, news })),
  );
  await recordTransitions(
    tx,
    app,
    steps.map(({ news, ...step }) => ({ ...step, raw: news.reading.raw })),
  );
  await recordEvents(
    tx,
    steps.flatMap(({ event: kind, after, ...step }) =>
      kind === undefined ? [] : [{ ...step, kind, data: view(after) }],
    ),
  );
}
