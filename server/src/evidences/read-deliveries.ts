import type { App } from '../app.ts';
import type { DeliveryId, EndpointId, EnvironmentId } from '../ids.ts';
import { SECRET_PLACE } from '../webhooks/endpoint.ts';
import { listDeliveries } from '../webhooks/list-deliveries.ts';
import { signatureHeaders } from '../webhooks/signature.ts';

const MAX_DELIVERIES = 100;

/**
 * What was sent about a resource, and the answers. Each body comes with its signature by the
 * endpoint's current secret, so that the receiver can compare it with theirs.
 */
export async function readDeliveries(
  app: App,
  environmentId: EnvironmentId,
  resourceId: string,
): Promise<object[]> {
  const { db, vault } = app;
  const filter = { resourceId };
  const found = await listDeliveries(db, environmentId, filter, undefined, MAX_DELIVERIES);
  const ids = found.map(({ endpointId }) => endpointId);
  const secrets = await db<{ id: EndpointId; secret: string }>`
    select id, secret from webhook_endpoints
    where environment_id = ${environmentId} and id = any(${ids}::text[])`;
  const opened = new Map(secrets.map(({ id, secret }) => [id, vault.open(SECRET_PLACE, secret)]));
  return found.map(({ id, endpointId, eventId, event, url, status, attempts, ...delivery }) => ({
    id: id satisfies DeliveryId,
    eventId,
    event,
    // The rest of the URL may contain a secret of the receiver.
    to: new URL(url).host,
    status,
    createdAt: delivery.createdAt.toISOString(),
    body: delivery.requestBody,
    signature: signatureOf(opened.get(endpointId), eventId, delivery.requestBody),
    attempts: attempts.map(({ at, responseStatus, durationMs, error }) => ({
      at: at.toISOString(),
      responseStatus,
      durationMs,
      error,
    })),
  }));
}

function signatureOf(secret: string | undefined, eventId: string, body: string): string | null {
  if (secret === undefined) return null;
  const headers = signatureHeaders({ eventId, body, timestamp: 0 }, [secret]);
  return headers['X-Webhook-Signature'] ?? null;
}
