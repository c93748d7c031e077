import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { newId, type UserId } from '../ids.ts';
import { type Db, isDatabaseAway, type Tx } from '../platform/db.ts';
import type { Session } from '../sessions/session.ts';
import { holdSession, lockPerson } from '../sessions/store.ts';
import { reportSignInChange } from '../users/report-sign-in-change.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import { CHALLENGE_MINUTES, MAX_PASSKEYS, type Passkey, type PasskeyId } from './passkey.ts';
import { relyingPartyOf } from './relying-party.ts';
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  takeChallenge,
} from './store.ts';

/** Ed25519, ES256 and RS256, which authenticators use. Newer ones are experimental in Node. */
const ALGORITHMS = [-8, -7, -257] as const;

/** @throws ApiError invalid_state if passkeys are not available, or there are too many already */
export async function beginPasskey(app: App, session: Session): Promise<object> {
  const { id: rpID } = relyingPartyOf(app);
  const known = await listIfRoom(app.db, session.userId);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Ponte',
    rpID,
    userID: new Uint8Array(Buffer.from(session.userId)),
    userName: session.email,
    userDisplayName: session.name ?? session.email,
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    supportedAlgorithmIDs: [...ALGORITHMS],
    // We do not need to know the authenticator's model.
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await insertChallenge(app.db, options.challenge, 'add', session.id);
  return options;
}

/** @throws ApiError invalid_passkey, also if it is already registered; invalid_state as above */
export async function addPasskey(
  app: App,
  session: Session,
  order: { readonly name: string; readonly response: unknown; readonly ip: string },
): Promise<Passkey> {
  const made = await readRegistration(app, session, order.response);
  return app.db.begin(async (tx) => {
    // Several may have been begun while there was room for one.
    await lockPerson(tx, session.userId);
    await holdSession(tx, session.id);
    await listIfRoom(tx, session.userId);
    const passkey = await insertPasskey(tx, {
      id: newId('psk'),
      userId: session.userId,
      name: order.name,
      ...made,
    });
    if (!passkey) throw new ApiError('invalid_passkey');
    await reportSignInChange(tx, app, session, 'passkey_added', order.ip, passkey.id);
    return passkey;
  });
}

const TOO_MANY = {
  pt: `Você já tem ${String(MAX_PASSKEYS)} chaves de acesso. Remova uma antes de adicionar outra.`,
  en: `You already have ${String(MAX_PASSKEYS)} passkeys. Remove one before you add another.`,
};

/** @throws ApiError invalid_state if there is no room for another one */
async function listIfRoom(db: Db | Tx, userId: UserId): Promise<Passkey[]> {
  const known = await listPasskeys(db, userId);
  if (known.length >= MAX_PASSKEYS) throw new ApiError('invalid_state', { text: TOO_MANY });
  return known;
}

/** False if the person has no passkey with this id. */
export async function removePasskey(
  app: App,
  session: Session,
  id: PasskeyId,
  ip: string,
): Promise<boolean> {
  return app.db.begin(async (tx) => {
    const isGone = await deletePasskey(tx, session.userId, id);
    await holdSession(tx, session.id);
    if (isGone) await reportSignInChange(tx, app, session, 'passkey_removed', ip, id);
    return isGone;
  });
}

type Made = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

async function readRegistration(app: App, session: Session, response: unknown): Promise<Made> {
  const { id: rpID, origin } = relyingPartyOf(app);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library validates every part of it.
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(app.db, challenge, 'add', session.id),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (verified) {
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const knownTransports = transports
        .filter((transport) => /^[a-z-]{1,20}$/.test(transport))
        .slice(0, 8);
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports: knownTransports.join(','),
      };
    }
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    app.log.debug({ fault: error instanceof Error ? error.name : 'unknown' }, 'passkey refused');
  }
  throw new ApiError('invalid_passkey');
}
