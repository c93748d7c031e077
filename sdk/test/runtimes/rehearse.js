import { createPonte, isPonteError } from '@ponte/sdk';
import { receiveWebhook, verifyWebhook } from '@ponte/sdk/webhooks';

/**
 * A deposit from order to webhook, using only what every runtime has.
 * @param {{ baseUrl: string, apiKey: string, secret: string, deliveriesUrl: string }} place
 */
export async function rehearse({ baseUrl, apiKey, secret, deliveriesUrl }) {
  const ponte = createPonte({ baseUrl, apiKey, language: 'en' });
  const refusal = await ponte.deposits
    .create({ amountCents: 1, taxId: '12345678909' })
    .catch((error) => error);
  const deposit = await ponte.deposits.create({ amountCents: 5_000, taxId: '12345678909' });
  await ponte.sandbox.deposits.pay(deposit);
  // A runtime's own fetch must not be called as a method.
  const handed = createPonte({ baseUrl, apiKey, fetch: globalThis.fetch });
  const { status } = await handed.deposits.waitFor(deposit, { timeoutMs: 30_000 });
  // The test's receiver gets the webhook, and responds once it has arrived.
  const answer = await fetch(`${deliveriesUrl}/${deposit.id}`);
  const { headers, body } = await answer.json();
  const plain = await verifyWebhook({ headers, body }, secret, { scheme: 'plain' });
  const request = new Request('http://shop.example/', { method: 'POST', headers, body });
  const standard = await receiveWebhook(request, secret);
  let listed = 0;
  for await (const _one of ponte.transactions.list({ limit: 1 })) listed += 1;
  return {
    refusal: isPonteError(refusal) && refusal.field,
    status,
    events: [plain.event, standard.event],
    isSame: plain.data.id === deposit.id && standard.data.id === deposit.id,
    hasId: standard.id?.startsWith('evt_'),
    hasListed: listed > 0,
  };
}
