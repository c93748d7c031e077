import type { Payment } from '../charges/charge.ts';
import type { NoticeSwitches } from '../notices/notice.ts';
import type { Funding } from '../withdrawals/withdrawal.ts';

/** Something that payers, banks or the network do once the partner's clock reaches its time. */
export type Move = { readonly afterMs: number } & (
  | { readonly command: 'pay'; readonly payment?: Payment }
  | { readonly command: 'med'; readonly amountInCents?: number }
  | { readonly command: 'reorganise'; readonly backAfterBlocks?: number }
  | { readonly command: 'disturb'; readonly notices: Partial<NoticeSwitches> }
  | { readonly command: 'fund'; readonly funding?: Funding }
  | { readonly command: PlainCommand }
);

/** A call that was booked, and how many moves had been planned for it. */
export interface Booking {
  readonly moves: number;
}

export const PLAIN_COMMANDS = ['release', 'expire', 'cancel', 'error', 'refund', 'retry'] as const;
export type PlainCommand = (typeof PLAIN_COMMANDS)[number];
