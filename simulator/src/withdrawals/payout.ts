/** The cents of stablecoin to send for a payout: 1% on top, at least R$ 1.00, rounded up. */
export function depositFor(payoutInCents: number): number {
  return Math.max(Math.ceil((payoutInCents * 100) / 99), payoutInCents + 100);
}

/** The cents paid out for stablecoin sent: 1% less, at least R$ 1.00 less, rounded down. */
export function payoutFor(depositInCents: number): number {
  return Math.min(Math.floor((depositInCents * 99) / 100), depositInCents - 100);
}

/** Up to 5% more or less than requested is accepted, and paid out as what it is. */
export function isNearEnough(arrivedInCents: number, askedInCents: number): boolean {
  return Math.abs(arrivedInCents - askedInCents) * 20 <= askedInCents;
}
