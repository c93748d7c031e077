import { type Merchant, STRANGER } from '../merchant.ts';

/** A deposit that somebody else than its payer paid, so that the money went back; its id. */
export async function returnPayment(merchant: Merchant, amountCents = 5_000): Promise<string> {
  const id = String((await merchant.deposit({ amountCents }))['id']);
  await merchant.command(`deposits/${id}/pay`, { payerTaxId: STRANGER });
  await merchant.reaches(id, 'REFUNDED', 30_000);
  return id;
}
