import type { DepositChain } from './deposits.ts';
import type { EventKind } from './events.ts';
import { type CallOptions, type Client, path } from './request.ts';
import type { WithdrawalChain } from './withdrawals.ts';

interface Bilingual {
  readonly pt: string;
  readonly en: string;
}

/** One stage of a case: what to expect, in order. */
export interface SandboxStage {
  /** How far to move the clock after the previous stage; null: it comes by itself. */
  readonly after: string | null;
  readonly status: string;
  readonly events: readonly EventKind[];
  readonly alert: 'med' | 'estorno' | null;
  readonly operatorAlert: string | null;
  /** A deposit's `chain.state`, or a withdrawal's `chain.problem`, if the case is about that. */
  readonly chain: DepositChain['state'] | WithdrawalChain['problem'];
}

/** Something that can happen in live mode, to be rehearsed by name. */
export interface SandboxCase {
  readonly name: string;
  readonly operations: readonly ('deposit' | 'withdrawal')[];
  /** An order of this amount runs this case. */
  readonly amountCents: number | null;
  readonly taxId: string | null;
  readonly title: Bilingual;
  readonly description: Bilingual;
  readonly answers: readonly number[];
  readonly stages: readonly SandboxStage[];
}

export interface SandboxCases {
  readonly cases: readonly SandboxCase[];
}

export interface SandboxRun {
  readonly case: string;
  readonly operation: 'deposit' | 'withdrawal';
  /** Null if no order came of it. */
  readonly id: string | null;
  readonly amountCents: number;
  readonly taxId: string;
  readonly idempotencyKey: string;
  readonly answers: readonly { readonly status: number; readonly error: string | null }[];
  /** Whether the first stage had been reached by the time of the response. */
  readonly reached: boolean;
  readonly stages: readonly SandboxStage[];
}

export function openCases({ call }: Client) {
  return {
    list: (options?: CallOptions) =>
      call<SandboxCases>({ method: 'GET', path: '/v1/sandbox/cases' }, options),
    run: (name: string, options?: CallOptions) =>
      call<SandboxRun>({ method: 'POST', path: path`/v1/sandbox/cases/${name}` }, options),
  };
}
