import type { WebhookDelivery } from '../api/operations.ts';
import type { useTenantCall } from '../api/query.ts';

const EVERY_MS = 500;
/** An attempt ends after 15 s, whatever comes; a little is added for its turn to come. */
const PATIENCE_MS = 18_000;

/** Sends a test event and waits for its first answer; undefined when there was none in time. */
export async function tryEndpoint(
  call: ReturnType<typeof useTenantCall>,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const { id: deliveryId } = await call('testWebhookEndpoint', { path: { id } });
  for (let waited = 0; waited < PATIENCE_MS; waited += EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    const delivery = await call('getWebhookDelivery', { path: { id: deliveryId } });
    if (delivery.attemptCount > 0) return delivery;
  }
  return undefined;
}
