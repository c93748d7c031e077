import type { PaymentLinkId } from '../ids.ts';
import type { Cents } from '../money.ts';

/** The fields of a link that the merchant sets. */
export interface LinkOrder {
  readonly title: string;
  readonly description: string;
  /** Null: the payer chooses the amount. */
  readonly amountCents: Cents | null;
}

export interface PaymentLink extends LinkOrder {
  readonly id: PaymentLinkId;
  readonly slug: string;
  readonly active: boolean;
  /** How many of the link's deposits are CONFIRMED now. */
  readonly paymentsCount: number;
  /** The net of those deposits. */
  readonly receivedCents: Cents;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
