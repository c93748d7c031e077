import type { Id, UserId } from '../ids.ts';

export type PasskeyId = Id<'psk'>;

/** What signs in by itself: a key in a phone, a computer or a stick that asks for its owner. */
export interface Passkey {
  readonly id: PasskeyId;
  readonly userId: UserId;
  /** The authenticator's name for it, in base64url. */
  readonly credentialId: string;
  /** In the COSE notation. */
  readonly publicKey: Buffer;
  /** How often it has signed, where it counts. */
  readonly counter: number;
  /** How a browser reaches it, separated by commas. */
  readonly transports: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type Purpose = 'sign_in' | 'step_up' | 'add';

/** How long a challenge may be answered. */
export const CHALLENGE_MINUTES = 5;
export const MOST_PASSKEYS = 20;
