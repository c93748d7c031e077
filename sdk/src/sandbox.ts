import { openCases } from './cases.ts';
import { type CallOptions, type Client, type Named, path } from './request.ts';

export interface SandboxPayment {
  /** One other than the order's makes it an `estorno`. */
  readonly payerTaxId?: string;
  readonly payerName?: string;
  /** An amount other than charged: too little, or too much. */
  readonly amountCents?: number;
  /** Pays a charge that has expired. */
  readonly late?: boolean;
  /** Keeps it under review until `release`. */
  readonly hold?: 'PAST_DAILY_LIMIT' | 'HIGH_VELOCITY';
}

export interface SandboxFailure {
  /** `error` is held as PENDING for a while, as in live mode. */
  readonly as?: 'error' | 'canceled';
}

export interface SandboxFunding {
  /** An amount other than asked for: too little, or too much. */
  readonly amountCents?: number;
  /** Whether the provider pays out what arrives after the expiry; true by default. */
  readonly late?: boolean;
}

/** How unreliable the provider's notices to the gateway are. */
export interface SandboxSwitches {
  readonly drop?: boolean;
  readonly duplicate?: boolean;
  readonly shuffle?: boolean;
}

export interface Accepted {
  readonly accepted: boolean;
}

/** The simulated provider's own books; an orphan has no id of ours. */
export interface SandboxBooks {
  readonly charges: readonly {
    readonly id: string;
    readonly nonce: string | null;
    readonly status: string;
    readonly amountInCents: number;
    readonly depositId: string | null;
  }[];
  readonly withdrawals: readonly {
    readonly id: string;
    readonly nonce: string | null;
    readonly status: string;
    readonly payoutAmountInCents: number;
    readonly withdrawalId: string | null;
  }[];
}

export interface SandboxClock {
  /** The business time of this environment. */
  readonly now: string;
  /** How far the clock has been moved forward in total. */
  readonly offsetSeconds: number;
}

export interface SandboxClockMove {
  /** An ISO 8601 duration, such as `PT20M`. */
  readonly advance: string;
}

export interface SandboxClockMoved extends SandboxClock {
  /** What is checked, or sent, now. */
  readonly due: {
    readonly deposits: number;
    readonly withdrawals: number;
    readonly deliveries: number;
  };
}

export type Sandbox = ReturnType<typeof openSandbox>;

/** Plays the payer and the provider in test mode; live keys get 404. */
export function openSandbox(client: Client) {
  const { call } = client;
  const command = (to: string, body: object | undefined, options?: CallOptions) =>
    call<Accepted>({ method: 'POST', path: to, body }, options);
  return {
    deposits: {
      pay: (deposit: Named, payment?: SandboxPayment, options?: CallOptions) =>
        command(path`/v1/sandbox/deposits/${deposit}/pay`, payment, options),
      release: (deposit: Named, options?: CallOptions) =>
        command(path`/v1/sandbox/deposits/${deposit}/release`, undefined, options),
      med: (deposit: Named, options?: CallOptions) =>
        command(path`/v1/sandbox/deposits/${deposit}/med`, undefined, options),
      refund: (deposit: Named, options?: CallOptions) =>
        command(path`/v1/sandbox/deposits/${deposit}/refund`, undefined, options),
      expire: (deposit: Named, options?: CallOptions) =>
        command(path`/v1/sandbox/deposits/${deposit}/expire`, undefined, options),
      fail: (deposit: Named, failure?: SandboxFailure, options?: CallOptions) =>
        command(path`/v1/sandbox/deposits/${deposit}/fail`, failure, options),
    },
    withdrawals: {
      fund: (withdrawal: Named, funding?: SandboxFunding, options?: CallOptions) =>
        command(path`/v1/sandbox/withdrawals/${withdrawal}/fund`, funding, options),
      expire: (withdrawal: Named, options?: CallOptions) =>
        command(path`/v1/sandbox/withdrawals/${withdrawal}/expire`, undefined, options),
      fail: (withdrawal: Named, failure?: SandboxFailure, options?: CallOptions) =>
        command(path`/v1/sandbox/withdrawals/${withdrawal}/fail`, failure, options),
    },
    setWebhooks: (switches: SandboxSwitches, options?: CallOptions) =>
      command('/v1/sandbox/webhooks', switches, options),
    cases: openCases(client),
    clock: {
      read: (options?: CallOptions) =>
        call<SandboxClock>({ method: 'GET', path: '/v1/sandbox/clock' }, options),
      /** Only forward; whatever is due by then happens now. */
      advance: (move: SandboxClockMove, options?: CallOptions) =>
        call<SandboxClockMoved>({ method: 'POST', path: '/v1/sandbox/clock', body: move }, options),
    },
    books: (options?: CallOptions) =>
      call<SandboxBooks>({ method: 'GET', path: '/v1/sandbox/provider' }, options),
  };
}
