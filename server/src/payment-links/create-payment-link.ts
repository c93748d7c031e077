import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import { isVisible } from '../platform/is-visible.ts';
import type { LinkOrder, PaymentLink } from './payment-link.ts';
import { newSlug } from './slug.ts';
import { insertLink } from './store.ts';

/** @throws ApiError invalid_request */
export async function createPaymentLink(
  app: App,
  environmentId: EnvironmentId,
  order: LinkOrder,
): Promise<PaymentLink> {
  requireVisible(order.title);
  return insertLink(app.db, environmentId, { ...order, id: newId('lnk'), slug: newSlug() });
}

/** @throws ApiError invalid_request for a title of nothing but white space and the like */
export function requireVisible(title: string): void {
  if (isVisible(title)) return;
  throw new ApiError('invalid_request', {
    text: {
      pt: 'title precisa de ao menos um caractere visível.',
      en: 'title needs at least one visible character.',
    },
  });
}
