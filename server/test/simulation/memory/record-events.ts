/** Replaces `webhooks/record-events.ts`. */
export * from '../../../src/webhooks/record-events.ts';
import type * as real from '../../../src/webhooks/record-events.ts';
import { eventBody } from '../../../src/webhooks/event.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { newId } from './ids.ts';
import { deliveries, endpoints, type EventRow, events } from './tables.ts';

export const recordEvents: typeof real.recordEvents = async (tx, changes) => {
  if (changes.length === 0) return;
  await statement(tx, 'recordEvents', (s) => {
    for (const { environmentId, kind, resourceId, data, at } of changes) {
      const body = eventBody(kind, data);
      const named = { id: newId('evt'), position: s.nextOf('events') };
      const event = { environmentId, ...named, kind, resourceId, body, createdAt: at };
      s.insert(events, event);
      deliver(s, event);
    }
  });
};

function deliver(s: Statement, event: EventRow): void {
  const { environmentId, kind, resourceId, body, createdAt } = event;
  const receivers = s
    .all(endpoints)
    .filter(
      (one) => one.environmentId === environmentId && one.enabled && one.events.includes(kind),
    );
  for (const { id: endpointId } of receivers) {
    s.insert(deliveries, {
      ...{ environmentId, id: newId('whd'), endpointId, eventId: event.id, event: kind },
      ...{ resourceId, body, status: 'pending', failureReason: null, attempts: 0, createdAt },
      ...{ nextAttemptAt: s.now, lease: null, leaseUntil: null },
    });
  }
}
