import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import { isVisible } from '../platform/is-visible.ts';
import type { LinkOrder, PaymentLink } from './payment-link.ts';
import { newSlug } from './slug.ts';
import { findKeyed, findLink, insertLink } from './store.ts';

const FINGERPRINT = 'payment_links.fingerprint';

/**
 * Creates a link. With an idempotency key, the same order again returns the existing link in its
 * current state; deleting the link frees its key.
 * @throws ApiError invalid_request, idempotency_mismatch
 */
export async function createPaymentLink(
  app: App,
  environmentId: EnvironmentId,
  order: LinkOrder,
  idempotency?: { readonly key: string; readonly content: string },
): Promise<{ readonly link: PaymentLink; readonly replayed: boolean }> {
  requireVisible(order.title);
  const link = { ...order, id: newId('lnk'), slug: newSlug() };
  const keyed = idempotency && {
    key: idempotency.key,
    fingerprint: app.vault.digest(FINGERPRINT, idempotency.content),
  };
  const made = await insertLink(app.db, environmentId, link, keyed);
  if (made) return { link: made, replayed: false };
  const known = idempotency && (await findKeyed(app.db, environmentId, idempotency.key));
  if (known && !app.vault.isDigestOf(known.fingerprint, FINGERPRINT, idempotency.content)) {
    throw new ApiError('idempotency_mismatch');
  }
  const there = known && (await findLink(app.db, environmentId, known.id));
  // If it was deleted just now, its key is free again.
  if (!there) return createPaymentLink(app, environmentId, order, idempotency);
  return { link: there, replayed: true };
}

/** @throws ApiError invalid_request for a title without any visible character */
export function requireVisible(title: string): void {
  if (isVisible(title)) return;
  throw new ApiError('invalid_request', {
    text: {
      pt: 'title precisa de ao menos um caractere visível.',
      en: 'title needs at least one visible character.',
    },
  });
}
