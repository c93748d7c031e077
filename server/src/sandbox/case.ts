import type { CheckState } from '../deposit-checks/deposit-check.ts';
import type { Text } from '../errors.ts';
import type { FundingProblem } from '../fundings/funding.ts';
import type { OperationName } from '../idempotency/claim.ts';
import type { AlertKind } from '../operator-alerts/operator-alert.ts';
import type { ReversalKind } from '../reversals/reversal.ts';
import type { EventKind } from '../webhooks/event.ts';

/** How the sandbox answers the calls of one order, in its controls' format. */
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

/** What payers, banks and the network do afterwards, and how long after the order by its clock. */
export type Move = { readonly afterMs: number } & (
  | {
      readonly command: 'pay';
      readonly payment?: {
        readonly stranger?: boolean;
        readonly differenceInCents?: number;
        readonly late?: boolean;
        readonly hold?: 'PAST_DAILY_LIMIT' | 'HIGH_VELOCITY';
        readonly delayHours?: number;
        /** What is wrong with the transaction to the wallet. */
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

/** The state of the order at one stage. */
export interface Stage {
  /** How far the clock has to be moved after the previous stage; null: it comes by itself. */
  readonly after: string | null;
  readonly status: string;
  /** The provider's status, if our status alone does not identify the stage. */
  readonly providerStatus?: string;
  /** The webhooks sent on the way to this stage. */
  readonly events: readonly EventKind[];
  /** The kind of reversal alert. */
  readonly alert?: ReversalKind;
  /** What the chain check shows: a deposit's state, or a withdrawal's problem. */
  readonly chain?: CheckState | FundingProblem;
  /** The alert that the operator gets. */
  readonly operatorAlert?: AlertKind;
}

/** A success or failure that can be rehearsed by its name, its amount or its document. */
export interface SandboxCase {
  readonly name: string;
  /** The operations it exists for; run by name, it is the first of them. */
  readonly of: readonly [OperationName, ...OperationName[]];
  /** An order with this amount is this case; null if the document decides. */
  readonly amountCents: number | null;
  readonly taxId?: string;
  readonly title: Text;
  readonly text: Text;
  readonly fault?: Fault;
  readonly moves?: readonly Move[];
  /** The statuses of the creation, attempt by attempt with one Idempotency-Key. */
  readonly answers: readonly number[];
  /** Empty if no order is created. */
  readonly stages: readonly [Stage, ...Stage[]] | readonly [];
}

/** Long enough after the order that its answer arrives first, as in reality. */
export const SOON_MS = 300;

/** The payer pays soon. */
export function pay(payment?: Extract<Move, { command: 'pay' }>['payment']): Move {
  return { command: 'pay', afterMs: SOON_MS, ...(payment && { payment }) };
}

export const PENDING: Stage = { after: null, status: 'PENDING', events: [] };
export const CONFIRMED: Stage = { after: null, status: 'CONFIRMED', events: ['deposit.confirmed'] };
