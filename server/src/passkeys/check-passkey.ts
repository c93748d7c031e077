import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { SessionId, UserId } from '../ids.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import { CHALLENGE_MINUTES, type Passkey } from './passkey.ts';
import { relyingPartyOf } from './relying-party.ts';
import { findPasskey, insertChallenge, listPasskeys, takeChallenge } from './store.ts';

/** Whom a passkey is asked of: nobody yet, or whoever has a session. */
export type Asked = { readonly id: SessionId; readonly userId: UserId } | undefined;

/** A challenge that is good once. @throws ApiError invalid_state where there are no passkeys */
export async function beginPasskeyCheck(app: App, asked: Asked): Promise<object> {
  const { id: rpID } = relyingPartyOf(app);
  const known = asked ? await listPasskeys(app.db, asked.userId) : [];
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: CHALLENGE_MINUTES * 60_000,
    // It stands for both factors, so the authenticator has to make sure of its owner.
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
  });
  await insertChallenge(app.db, options.challenge, purposeOf(asked), asked?.id ?? null);
  return options;
}

/**
 * The passkey that has answered a challenge of ours, and how often it has signed now.
 * @throws ApiError invalid_passkey, also for one of another person; invalid_state
 */
export async function checkPasskey(
  app: App,
  asked: Asked,
  response: unknown,
): Promise<{ passkey: Passkey; counter: number }> {
  const { id: rpID, origin } = relyingPartyOf(app);
  const passkey = await findPasskey(app.db, credentialIdOf(response));
  if (!passkey || (asked && passkey.userId !== asked.userId)) throw new ApiError('invalid_passkey');
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library judges every part of it.
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) =>
        takeChallenge(app.db, challenge, purposeOf(asked), asked?.id ?? null),
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

function purposeOf(asked: Asked): 'sign_in' | 'step_up' {
  return asked ? 'step_up' : 'sign_in';
}

function credentialIdOf(response: unknown): string {
  const id = typeof response === 'object' && response !== null && 'id' in response && response.id;
  if (typeof id !== 'string' || !/^[\w-]{1,1400}$/.test(id)) throw new ApiError('invalid_passkey');
  return id;
}

function transportsOf(transports: string): AuthenticatorTransport[] {
  // They were kept as the browser told them, and it is the one that reads them.
  return transports.split(',').filter(Boolean) as AuthenticatorTransport[];
}
