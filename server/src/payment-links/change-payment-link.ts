import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId, PaymentLinkId } from '../ids.ts';
import { requireVisible } from './create-payment-link.ts';
import type { PaymentLink } from './payment-link.ts';
import { type LinkChange, updateLink } from './store.ts';

/**
 * Changes the fields that are present. The amount never changes, since payers have seen it.
 * @throws ApiError invalid_request, not_found
 */
export async function changePaymentLink(
  app: App,
  environmentId: EnvironmentId,
  id: PaymentLinkId,
  change: LinkChange,
): Promise<PaymentLink> {
  if (change.title !== undefined) requireVisible(change.title);
  const link = await updateLink(app.db, environmentId, id, change);
  if (!link) throw new ApiError('not_found');
  return link;
}
