import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import type { SessionId, UserId } from '../ids.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import { CHALLENGE_MINUTES, type Passkey } from './passkey.ts';
import { relyingPartyOf } from './relying-party.ts';
import { findPasskey, insertChallenge, listPasskeys, takeChallenge } from './store.ts';

/** The session whose owner is to present a passkey; undefined at sign-in. */
export type CheckedSession = { readonly id: SessionId; readonly userId: UserId } | undefined;

/** A challenge that can be used once. @throws ApiError invalid_state if passkeys are unavailable */
export async function beginPasskeyCheck(app: App, session: CheckedSession): Promise<object> {
  const { id: rpID } = relyingPartyOf(app);
  const known = session ? await listPasskeys(app.db, session.userId) : [];
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    // It replaces both factors, so the authenticator has to verify its user.
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
  });
  await insertChallenge(app.db, options.challenge, purposeOf(session), session?.id ?? null);
  return options;
}

/**
 * The passkey that answered one of our challenges, with its new signature counter.
 * @throws ApiError invalid_passkey, also if it belongs to another person; invalid_state
 */
export async function checkPasskey(
  app: App,
  session: CheckedSession,
  response: unknown,
): Promise<{ passkey: Passkey; counter: number }> {
  const { id: rpID, origin } = relyingPartyOf(app);
  const passkey = await findPasskey(app.db, credentialIdOf(response));
  if (!passkey || (session && passkey.userId !== session.userId))
    throw new ApiError('invalid_passkey');
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library validates every part of it.
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) =>
        takeChallenge(app.db, challenge, purposeOf(session), session?.id ?? null),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: transportsOf(passkey.transports),
      },
    });
    if (verified) return { passkey, counter: authenticationInfo.newCounter };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    app.log.debug({ fault: error instanceof Error ? error.name : 'unknown' }, 'passkey refused');
  }
  throw new ApiError('invalid_passkey');
}

function purposeOf(session: CheckedSession): 'sign_in' | 'step_up' {
  return session ? 'step_up' : 'sign_in';
}

function credentialIdOf(response: unknown): string {
  const id = typeof response === 'object' && response !== null && 'id' in response && response.id;
  if (typeof id !== 'string' || !/^[\w-]{1,1400}$/.test(id)) throw new ApiError('invalid_passkey');
  return id;
}

function transportsOf(transports: string): AuthenticatorTransport[] {
  // Stored as the browser reported them, and read by the browser only.
  return transports.split(',').filter(Boolean) as AuthenticatorTransport[];
}
