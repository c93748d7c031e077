/**
 * What to do about each code of the API. `same-key`: it may have been carried out, so repeat the
 * order under its key. `new-key`: the key is spent and nothing was made. `wait`: the same request
 * may be made later, since nothing changed or a repetition changes nothing more. A call may also
 * end in `look-first`: it may have been carried out, and has no key to be repeated under.
 */
export const ADVICE = {
  // Said of what could not be read too, and so no proof: a spent key says `previous_error` next.
  invalid_request: 'fix-request',
  missing_idempotency_key: 'fix-request',
  invalid_amount: 'new-key',
  invalid_tax_id: 'new-key',
  invalid_pix_key_type: 'new-key',
  invalid_pix_key: 'new-key',
  no_liquid_address: 'new-key',
  invalid_liquid_address: 'fix-request',
  invalid_url: 'fix-request',
  unauthorized: 'fix-request',
  insufficient_scope: 'fix-request',
  deposits_disabled: 'wait',
  withdrawals_disabled: 'wait',
  not_found: 'fix-request',
  method_not_allowed: 'fix-request',
  previous_error: 'new-key',
  // A program cannot guess which of the two orders was meant.
  idempotency_mismatch: 'fix-request',
  in_progress: 'same-key',
  duplicate_wallet: 'fix-request',
  rotation_in_progress: 'fix-request',
  too_many_endpoints: 'fix-request',
  endpoint_disabled: 'fix-request',
  invalid_state: 'fix-request',
  events_expired: 'fix-request',
  payload_too_large: 'fix-request',
  unsupported_media_type: 'fix-request',
  payer_declined: 'new-key',
  rate_limited: 'wait',
  internal_error: 'same-key',
  provider_error: 'same-key',
  not_configured: 'wait',
  unavailable: 'same-key',
} as const satisfies Record<string, Advice>;

export type Advice = 'same-key' | 'new-key' | 'wait' | 'look-first' | 'fix-request';

/** Every code that the API can answer. */
export type ErrorCode = keyof typeof ADVICE;

/** Why there is no usable response; the request may or may not have been carried out. */
export type LostCode = 'connection_failed' | 'timed_out' | 'unreadable_answer' | 'aborted';

/** A newer gateway may send a code that this version does not know: keep a default. */
export type PonteErrorCode =
  ErrorCode | LostCode | 'still_pending' | (string & Record<never, never>);

export type Outcome = 'none' | 'unknown';

/** The field of the order that a code is about. */
const FIELD_OF = {
  invalid_amount: 'amountCents',
  invalid_tax_id: 'taxId',
  invalid_pix_key_type: 'pixKeyType',
  invalid_pix_key: 'pixKey',
  no_liquid_address: 'walletId',
  invalid_liquid_address: 'liquidAddress',
  invalid_url: 'url',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type FaultyField = (typeof FIELD_OF)[keyof typeof FIELD_OF];

const FIELDS: ReadonlyMap<string, FaultyField> = new Map(Object.entries(FIELD_OF));

export interface ErrorFacts {
  readonly code: PonteErrorCode;
  readonly message: string;
  /** `unknown`: this or an earlier attempt may have been carried out. */
  readonly outcome: Outcome;
  readonly advice: Advice;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** Every way in which a call can fail. */
export class PonteError extends Error {
  override readonly name = 'PonteError';
  readonly code: PonteErrorCode;
  /** `unknown` never means failed: the order may have been carried out. Do as `advice` says. */
  readonly outcome: Outcome;
  readonly advice: Advice;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** Quote it to the operator of the gateway. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly field: FaultyField | undefined;
  /** The key of the request: with it, the same order can be repeated safely. */
  readonly idempotencyKey: string | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.code = facts.code;
    this.outcome = facts.outcome;
    this.advice = facts.advice;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.field = FIELDS.get(facts.code);
    this.idempotencyKey = facts.idempotencyKey;
  }
}

/** Works across two copies of this package in one program, unlike `instanceof`. */
export function isPonteError(error: unknown): error is PonteError {
  return error instanceof Error && error.name === 'PonteError' && 'outcome' in error;
}
