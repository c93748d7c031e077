import { type Merchant, STRANGER } from '../merchant.ts';

/** A deposit paid by somebody other than its payer, and so returned; its id. */
export async function returnPayment(merchant: Merchant, amountCents = 5_000): Promise<string> {
  const id = String((await merchant.deposit({ amountCents }))['id']);
  await merchant.command(`deposits/${id}/pay`, { payerTaxId: STRANGER });
  await merchant.reaches(id, 'REFUNDED', 30_000);
  return id;
}
