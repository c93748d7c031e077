import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { takesPasskeys } from '../sessions/takes-passkeys.ts';

export interface RelyingParty {
  /** The name that passkeys are bound to. */
  readonly id: string;
  readonly origin: string;
}

/** @throws ApiError invalid_state where browsers make no passkeys */
export function relyingPartyOf({ config }: App): RelyingParty {
  if (!takesPasskeys(config.baseUrl)) throw new ApiError('invalid_state');
  const { hostname, origin } = new URL(config.baseUrl);
  return { id: hostname, origin };
}
