import { MINUTE_MS } from '../durations.ts';

/**
 * When a charge or a payout expires, after a reading. Nothing expires before it was made: a clock
 * that says so is hours behind and tells nothing, or only truncates to whole seconds.
 */
export function expirationIn(
  { expiresAt: reported }: { readonly expiresAt: Date | undefined },
  { createdAt, expiresAt: known }: { readonly createdAt: Date; readonly expiresAt: Date },
): Date {
  if (!reported || createdAt.getTime() - reported.getTime() >= MINUTE_MS) return known;
  return reported < createdAt ? createdAt : reported;
}
