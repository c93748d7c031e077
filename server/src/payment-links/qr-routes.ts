import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { qrPng } from '../pix/qr-image.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { IdParams, Png } from '../platform/schema.ts';
import { findLink } from './store.ts';

/** For posters and counters. The API returns the URL, from which any client can draw its own. */
export function registerLinkQr(http: Http, app: App): void {
  http.get(
    '/payment-links/:id/qr.png',
    {
      config: { scope: 'links:manage' },
      schema: {
        operationId: 'getPaymentLinkQr',
        summary: 'Draw the address of a payment page',
        description: 'The address of the page as a QR code, at least 512 pixels wide, to print.',
        tags: ['Payment links'],
        params: IdParams('lnk', 'The payment link.'),
        produces: ['image/png'],
        response: { 200: Png },
      },
    },
    async ({ params, caller }, reply) => {
      const link = await findLink(app.db, caller.environment.id, getId('lnk', params.id));
      if (!link) throw new ApiError('not_found');
      const png = qrPng(`${app.config.baseUrl}/pay/${link.slug}`);
      return reply.type('image/png').send(png);
    },
  );
}
