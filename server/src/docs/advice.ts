import type { CATALOGUE } from '../refusals.ts';

/**
 * What happens to the idempotency key: `same`: repeat with it; `new`: use another one; `kept`: it
 * was not used up, so the corrected request may use it; null if there is none.
 */
export const KEY_ADVICE = ['same', 'new', 'kept'] as const;
export type KeyAdvice = (typeof KEY_ADVICE)[number] | null;

/** Who can fix it; `time` if waiting is enough. */
export const RESPONSIBLE_PARTIES = ['program', 'account', 'operator', 'payer', 'time'] as const;
export type ResponsibleParty = (typeof RESPONSIBLE_PARTIES)[number];

export type Code = keyof typeof CATALOGUE;

export interface Advice {
  readonly key: KeyAdvice;
  readonly who: ResponsibleParty;
}

/** A code that is missing here, or in `causes-pt.ts`, does not compile. */
export const ADVICE: Readonly<Record<Code, Advice>> = {
  // A field of the wrong type uses up the key, but an unreadable request does not.
  invalid_request: { key: 'same', who: 'program' },
  missing_idempotency_key: { key: 'kept', who: 'program' },
  invalid_amount: { key: 'new', who: 'program' },
  invalid_tax_id: { key: 'new', who: 'payer' },
  invalid_pix_key_type: { key: 'new', who: 'program' },
  invalid_pix_key: { key: 'new', who: 'payer' },
  no_liquid_address: { key: 'new', who: 'account' },
  invalid_liquid_address: { key: null, who: 'account' },
  invalid_url: { key: null, who: 'program' },
  unauthorized: { key: 'kept', who: 'account' },
  insufficient_scope: { key: 'kept', who: 'account' },
  deposits_disabled: { key: 'kept', who: 'operator' },
  withdrawals_disabled: { key: 'kept', who: 'operator' },
  not_found: { key: 'kept', who: 'program' },
  method_not_allowed: { key: 'kept', who: 'program' },
  previous_error: { key: 'new', who: 'program' },
  // A new key would pay twice if the first order succeeded and was repeated with a change.
  idempotency_mismatch: { key: 'same', who: 'program' },
  in_progress: { key: 'same', who: 'time' },
  duplicate_wallet: { key: null, who: 'account' },
  rotation_in_progress: { key: null, who: 'time' },
  too_many_endpoints: { key: null, who: 'account' },
  endpoint_disabled: { key: null, who: 'account' },
  invalid_state: { key: null, who: 'program' },
  events_expired: { key: null, who: 'program' },
  payload_too_large: { key: 'kept', who: 'program' },
  unsupported_media_type: { key: 'kept', who: 'program' },
  payer_declined: { key: 'new', who: 'payer' },
  rate_limited: { key: 'same', who: 'time' },
  internal_error: { key: 'same', who: 'operator' },
  provider_error: { key: 'same', who: 'time' },
  not_configured: { key: 'same', who: 'operator' },
  unavailable: { key: 'same', who: 'time' },
};
