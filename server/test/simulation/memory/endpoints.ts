/** Replaces `webhooks/store.ts`. */
export * from '../../../src/webhooks/store.ts';
import type * as real from '../../../src/webhooks/store.ts';
import { statement } from './connection.ts';
import { endpoints, environments, keyOf } from './tables.ts';

export const markSlow: typeof real.markSlow = (db, { environmentId, endpointId }) =>
  statement(db, 'markSlow', (s) => {
    const row = s.find(endpoints, keyOf(environmentId, endpointId));
    if (row && !row.slow) s.update(endpoints, row, { slow: true });
  });

export const disableGone: typeof real.disableGone = (tx, environmentId, id, url) =>
  statement(tx, 'disableGone', (s) => {
    const row = s.find(endpoints, keyOf(environmentId, id));
    const environment = s.find(environments, environmentId);
    if (!environment || row?.url !== url || !row.enabled) return undefined;
    s.update(endpoints, row, { enabled: false, disabledReason: 'gone' });
    const { accountId, mode } = environment;
    return { id, accountId, mode, url, failingSince: row.failingSince ?? s.now };
  });
