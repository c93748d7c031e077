import type { Id, UserId } from '../ids.ts';

export type PasskeyId = Id<'psk'>;

/** A credential that is enough to sign in: a key in a device that verifies its owner. */
export interface Passkey {
  readonly id: PasskeyId;
  readonly userId: UserId;
  /** The credential's id, in base64url. */
  readonly credentialId: string;
  /** In COSE format. */
  readonly publicKey: Buffer;
  /** The signature counter, if the authenticator has one. */
  readonly counter: number;
  /** How browsers reach it, comma-separated. */
  readonly transports: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type Purpose = 'sign_in' | 'step_up' | 'add';

/** For how long a challenge is valid. */
export const CHALLENGE_MINUTES = 5;
export const MAX_PASSKEYS = 20;
