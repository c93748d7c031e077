import type { CheckState } from '../deposit-checks/deposit-check.ts';
import type { Text } from '../errors.ts';
import type { FundingProblem } from '../fundings/funding.ts';
import type { OperationName } from '../idempotency/claim.ts';
import type { AlertKind } from '../provider/alert.ts';
import type { ReversalKind } from '../reversals/reversal.ts';
import type { EventKind } from '../webhooks/event.ts';

/** How the sandbox answers the calls of one order, in the words of its control. */
export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly times: number;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  | {
      readonly kind: 'lose-call' | 'lose-answer' | 'garbage' | 'wrong-amount';
      readonly times: number;
    }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'decline' };

/** What payers, banks and the network do then, so long after the order on the movable clock. */
export type Move = { readonly afterMs: number } & (
  | {
      readonly command: 'pay';
      readonly payment?: {
        readonly stranger?: boolean;
        readonly differenceInCents?: number;
        readonly late?: boolean;
        readonly hold?: 'PAST_DAILY_LIMIT' | 'HIGH_VELOCITY';
        readonly delayHours?: number;
        /** What is wrong with the transaction that reaches the wallet. */
        readonly chain?: 'short' | 'other_asset' | 'other_address' | 'missing';
      };
    }
  | { readonly command: 'med'; readonly amountInCents?: number }
  | {
      readonly command: 'disturb';
      readonly notices: {
        readonly drop?: boolean;
        readonly duplicate?: boolean;
        readonly shuffle?: boolean;
        readonly delayNoticesMs?: number;
      };
    }
  | {
      readonly command: 'fund';
      readonly funding?: {
        readonly differenceInCents?: number;
        readonly wrongAsset?: boolean;
        /** `sending`: the Pix is on its way, and stays there. */
        readonly outcome?: 'sending';
      };
    }
  | { readonly command: 'release' | 'cancel' | 'error' | 'refund' | 'retry' }
);

/** How the order stands at one point of its way. */
export interface Stage {
  /** How far the clock has to be put forward since the one before; null: it comes by itself. */
  readonly after: string | null;
  readonly status: string;
  /** The provider's word by then, where the status alone does not tell this stage. */
  readonly providerStatus?: string;
  /** The webhooks that go out on the way here. */
  readonly events: readonly EventKind[];
  /** The alert among those of reversals. */
  readonly alert?: ReversalKind;
  /** What the chain shows by then: of a deposit its state, of a withdrawal what is wrong. */
  readonly chain?: CheckState | FundingProblem;
  /** What the operator of the gateway is told. */
  readonly operatorAlert?: AlertKind;
}

/** A failure, or a success, that can be rehearsed by its name, its amount or its document. */
export interface SandboxCase {
  readonly name: string;
  /** What it is an order of; where of both, it is the first when run by its name. */
  readonly of: readonly [OperationName, ...OperationName[]];
  /** The order that has this amount is this case; null where the document says so. */
  readonly amountCents: number | null;
  readonly taxId?: string;
  readonly title: Text;
  readonly text: Text;
  readonly fault?: Fault;
  readonly moves?: readonly Move[];
  /** What the creation is answered, try by try with one Idempotency-Key. */
  readonly answers: readonly number[];
  /** Empty where no order comes of it. */
  readonly stages: readonly [Stage, ...Stage[]] | readonly [];
}

/** Long enough after the order that its answer is there first, as it is in life. */
export const SOON_MS = 300;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
