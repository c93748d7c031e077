import type { PaymentLinkId } from '../ids.ts';
import type { Cents } from '../money.ts';

/** What a merchant says of a link. */
export interface LinkOrder {
  readonly title: string;
  readonly description: string;
  /** Null: the payer says how much. */
  readonly amountCents: Cents | null;
}

export interface PaymentLink extends LinkOrder {
  readonly id: PaymentLinkId;
  readonly slug: string;
  readonly active: boolean;
  /** How many deposits of the link are CONFIRMED now. */
  readonly paymentsCount: number;
  /** The net of those. */
  readonly receivedCents: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
