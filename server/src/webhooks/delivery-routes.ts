import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { IdParams } from '../platform/schema.ts';
import { findDelivery } from './list-deliveries.ts';
import { DeliveryView, deliveryView } from './view.ts';

/** A single delivery by id, for a page that can be bookmarked or shared. */
export function registerDeliveryRoutes(http: Http, app: App): void {
  http.get(
    '/webhook-deliveries/:id',
    {
      config: { scope: 'webhook:manage' },
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'Read a webhook delivery',
        description: 'One delivery as its list shows it, with what came back.',
        tags: ['Webhooks'],
        params: IdParams('whd', 'The delivery.'),
        response: { 200: DeliveryView },
      },
    },
    async ({ params, caller }) => {
      const id = getId('whd', params.id);
      const delivery = await findDelivery(app.db, caller.environment.id, id);
      if (!delivery) throw new ApiError('not_found');
      return deliveryView(delivery);
    },
  );
}
