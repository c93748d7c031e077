import type { Notice } from '../../src/provider/inbox.ts';
import type { MadeAttempt } from '../../src/webhooks/attempt-store.ts';
import type { LeasedDelivery } from '../../src/webhooks/delivery.ts';
import type { Random } from '../kill/random.ts';
import { type Known, type Named, oneOf, REFS, STATUSES } from './call.ts';
import type { Sides } from './sides.ts';

export function noticeCalls(random: Random): Named[] {
  const qrId = REFS[random.integer(0, REFS.length - 1)] ?? '';
  const body = { qrId, status: STATUSES[random.integer(0, STATUSES.length - 1)] };
  const kind = random.fraction() < 0.8 ? 'deposit' : 'med';
  const mode = random.fraction() < 0.5 ? 'live' : 'test';
  const outcome = ['unmatched', 'early', 'unknown', 'failed'][random.integer(0, 3)] ?? 'failed';
  const full = random.fraction() < 0.3 ? ([mode] as const) : [];
  const some = ({ notices }: Known): Notice[] => notices.slice(-3);
  return [
    ['fileNotice', ({ stores, app }) => stores.inbox.fileNotice(app, mode, kind, body)],
    ['fileNotice', ({ stores, app }) => stores.inbox.fileNotice(app, mode, kind, body)],
    [
      'leaseNotices',
      async ({ stores, app }, known) => {
        const leased = await stores.inbox.leaseNotices(app.db, ['deposit', 'med'], 50, full);
        leased.sort((one, other) => one.id - other.id);
        known.notices.push(...leased);
        return leased;
      },
    ],
    ['markApplied', ({ stores, app }, known) => stores.inbox.markApplied(app.db, some(known))],
    ['postpone', ({ stores, app }, known) => stores.inbox.postpone(app.db, some(known), outcome)],
  ];
}

export function deliveryCalls(random: Random, { environmentIds, endpointIds }: Sides): Named[] {
  const place = random.fraction();
  const made = madeOf(random.integer(0, 2));
  const lease = crypto.randomUUID();
  const [environmentId] = environmentIds;
  const endpointId = endpointIds[random.integer(0, 1)];
  if (!environmentId || !endpointId) throw new Error('there is an endpoint');
  return [
    [
      'listWaitingEndpoints',
      ({ stores, app }) => stores.deliveryStore.listWaitingEndpoints(app.db, undefined, 5),
    ],
    [
      'leaseDueDeliveries',
      async ({ stores, app }, known) => {
        const waiting = await stores.deliveryStore.listWaitingEndpoints(app.db, undefined, 5);
        const shares = waiting.filter(({ isDue }) => isDue).map((one) => ({ ...one, most: 50 }));
        const room = { quick: 50, slow: 50 };
        const leased = await stores.leaseStore.leaseDueDeliveries(app.db, lease, shares, room);
        // Each side has its own ids; by resource, kind and receiver they come in the same order.
        const nameOf = (one: LeasedDelivery): string => `${one.body} ${one.endpointId}`;
        leased.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
        known.leased.push(...leased);
        return leased.map(({ body, endpointId, attempts, url, slow, at }) => ({
          ...{ body, endpointId, attempts, url, slow, at },
        }));
      },
    ],
    [
      'giveBackLease',
      ({ stores, app }, { leased }) => {
        const held = oneOf(leased, place)?.lease ?? lease;
        return stores.leaseStore.giveBackLease(app.db, held, [{ environmentId, endpointId }]);
      },
    ],
    [
      'recordAttempts',
      async ({ stores, app }, { leased }) => {
        const delivery = oneOf(leased, place);
        return delivery && stores.attemptStore.recordAttempts(app.db, [{ delivery, ...made }]);
      },
    ],
    [
      'stopDeliveries',
      ({ stores, app }) =>
        stores.deliveryStore.stopDeliveries(app.db, [{ environmentId, endpointId }]),
    ],
    [
      'markSlow',
      ({ stores, app }) => stores.endpointStore.markSlow(app.db, { environmentId, endpointId }),
    ],
  ];
}

function madeOf(answer: number): Omit<MadeAttempt, 'delivery'> {
  return {
    outcome: {
      ...{ durationMs: 10, responseBody: null, retryAfterMs: null, error: null },
      responseStatus: answer === 0 ? 200 : 500,
    },
    status: (['succeeded', 'pending', 'failed'] as const)[answer] ?? 'pending',
    waitMs: answer === 1 ? 5_000 : null,
    endpoint: { works: answer === 0, slow: answer > 0 },
  };
}
