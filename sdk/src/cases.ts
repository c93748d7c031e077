import type { DepositChain } from './deposits.ts';
import type { EventKind } from './events.ts';
import { type CallOptions, type Client, path } from './request.ts';
import type { WithdrawalChain } from './withdrawals.ts';

interface Bilingual {
  readonly pt: string;
  readonly en: string;
}

/** One thing to expect of a case, in its turn. */
export interface SandboxStage {
  /** How far the clock has to be put forward since the stage before; null: it comes by itself. */
  readonly after: string | null;
  readonly status: string;
  readonly events: readonly EventKind[];
  readonly alert: 'med' | 'estorno' | null;
  readonly operatorAlert: string | null;
  /** A deposit's `chain.state`, or a withdrawal's `chain.problem`, where it is about that. */
  readonly chain: DepositChain['state'] | WithdrawalChain['problem'];
}

/** Something that goes wrong in life, to be rehearsed by name. */
export interface SandboxCase {
  readonly name: string;
  readonly operations: readonly ('deposit' | 'withdrawal')[];
  /** An order of this amount is this case. */
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
  /** Null where nothing came of the order. */
  readonly id: string | null;
  readonly amountCents: number;
  readonly taxId: string;
  readonly idempotencyKey: string;
  readonly answers: readonly { readonly status: number; readonly error: string | null }[];
  /** Whether the first stage was there when this was answered. */
  readonly reached: boolean;
  readonly stages: readonly SandboxStage[];
}

export type Cases = ReturnType<typeof openCases>;

export function openCases({ call }: Client) {
  return {
    list: (options?: CallOptions) =>
      call<SandboxCases>({ method: 'GET', path: '/v1/sandbox/cases' }, options),
    run: (name: string, options?: CallOptions) =>
      call<SandboxRun>({ method: 'POST', path: path`/v1/sandbox/cases/${name}` }, options),
  };
}
