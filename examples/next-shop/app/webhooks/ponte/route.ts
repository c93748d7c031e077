import { receiveWebhook, WebhookError } from '@ponte/sdk/webhooks';
import { applyDeposit } from '../../../shop/apply-deposit';
import { webhookSecrets } from '../../../shop/open-ponte';
import { openOrders } from '../../../shop/orders';

/**
 * Believes nothing before the signature over the very bytes that came holds. A status of 2xx is
 * sent only when everything is stored: anything else, or no answer, makes Ponte send it again.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await receiveWebhook(request, webhookSecrets());
    // A kind of event happens once to a deposit, so this names what may come twice.
    openOrders().onceForEvent(`${event.event} ${event.data.id}`, () => {
      switch (event.event) {
        case 'deposit.confirmed':
        case 'deposit.failed':
        case 'deposit.refunded':
          applyDeposit(event.data);
      }
    });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return Response.json({ error: error.reason }, { status: 400 });
  }
}
