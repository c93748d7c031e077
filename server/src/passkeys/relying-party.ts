import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { takesPasskeys } from '../sessions/takes-passkeys.ts';

export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  readonly id: string;
  readonly origin: string;
}

/** @throws ApiError invalid_state if browsers create no passkeys for this address */
export function relyingPartyOf({ config }: App): RelyingParty {
  if (!takesPasskeys(config.baseUrl)) throw new ApiError('invalid_state');
  const { hostname, origin } = new URL(config.baseUrl);
  return { id: hostname, origin };
}
