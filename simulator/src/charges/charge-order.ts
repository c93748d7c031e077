import { refuse } from '../errors.ts';
import { isLiquidAddress } from '../liquid-address.ts';

/** The request for a charge, in the provider's own field names. */
export interface ChargeOrder {
  readonly amountInCents: number;
  readonly endUserTaxNumber?: string;
  readonly endUserFullName?: string;
  readonly euid?: string;
  readonly depixAddress?: string;
  readonly depixSplitAddress?: string;
  readonly splitFee?: string;
  readonly delayDepixInHours?: number;
  readonly merchantId?: string;
  readonly whitelist?: boolean;
  readonly timeout?: number;
}

export function checkAddresses(order: ChargeOrder): void {
  for (const address of [order.depixAddress, order.depixSplitAddress]) {
    if (address !== undefined && !isLiquidAddress(address)) throw refuse('Invalid DePix address');
  }
  if ((order.depixSplitAddress === undefined) !== (order.splitFee === undefined)) {
    throw refuse('depixSplitAddress and splitFee must be sent together');
  }
  if (order.splitFee !== undefined && !isSplitFee(order.splitFee)) {
    throw refuse('Invalid split fee');
  }
}

/** A percentage above 0 and below 100 with at most two decimals, such as `2.99%`. */
const isSplitFee = (text: string): boolean =>
  /^\d{1,2}(\.\d{1,2})?%$/.test(text) && /[1-9]/.test(text);
