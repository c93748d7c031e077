import { verifyWebhook, WebhookError } from '@ponte/sdk/webhooks';
import express from 'express';
import { applyDeposit } from './apply-deposit.js';

/**
 * Believes nothing before the signature over the very bytes that came holds. A status of 2xx is
 * sent only when everything is stored: anything else, or no answer, makes Ponte send it again.
 */
export function receiveWebhook(orders, secrets) {
  return [
    // The bytes, not what a parser makes of them.
    express.raw({ type: () => true, limit: '100kb' }),
    async (request, response) => {
      let event;
      try {
        event = await verifyWebhook({ headers: request.headers, body: request.body }, secrets);
      } catch (error) {
        if (!(error instanceof WebhookError)) throw error;
        response.status(400).json({ error: error.reason });
        return;
      }
      // A kind of event happens once to a deposit, so this names what may come twice.
      orders.onceForEvent(`${event.event} ${event.data.id}`, () => {
        switch (event.event) {
          case 'deposit.confirmed':
          case 'deposit.failed':
          case 'deposit.refunded':
            applyDeposit(orders, event.data);
        }
      });
      response.status(204).end();
    },
  ];
}
