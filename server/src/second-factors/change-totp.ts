import { Secret } from 'otpauth';
import { CODES } from '../attempts/attempt.ts';
import { countAttempt, resetAttempts } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { recordOwnAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import { randomText, type UserId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import type { Session } from '../sessions/session.ts';
import { holdSession } from '../sessions/store.ts';
import { reportSignInChange } from '../users/report-sign-in-change.ts';
import { openTotp, stepOf } from './check-code.ts';
import {
  readCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  TOTP_SECRET_BYTES,
  writeRecoveryCode,
} from './second-factor.ts';
import { beginTotpSecret, deleteTotp, lockTotp, replaceRecoveryCodes, takeStep } from './store.ts';

/**
 * A new secret, which is not in use until one of its codes has been entered.
 * @throws ApiError invalid_state if another one is in use
 */
export async function beginTotp(
  app: App,
  { userId, email }: Session,
): Promise<{ secret: string; uri: string }> {
  const { base32: secret } = new Secret({ size: TOTP_SECRET_BYTES });
  const isBegun = await beginTotpSecret(app.db, app.vault, userId, secret);
  if (!isBegun) throw new ApiError('invalid_state');
  return { secret, uri: openTotp(secret, email).toString() };
}

/**
 * Puts the secret into use with its first correct code; from then on, every sign-in requires one.
 * @returns the recovery codes, of which only hashes are stored
 * @throws ApiError invalid_code, invalid_state, rate_limited
 */
export async function confirmTotp(
  app: App,
  session: Session,
  text: string,
  ip: string,
): Promise<string[]> {
  const { userId } = session;
  await countAttempt(app, `code ${userId}`, CODES);
  return app.db.begin(async (tx) => {
    // Takes locks in the same order as a step-up by code.
    const totp = await lockTotp(tx, app.vault, userId);
    await holdSession(tx, session.id);
    if (!totp || totp.confirmedAt !== null) throw new ApiError('invalid_state');
    const code = readCode(text);
    const nowMs = totp.now.getTime();
    const step = code?.kind === 'totp' ? stepOf(totp.secret, code.code, nowMs) : undefined;
    if (step === undefined) throw new ApiError('invalid_code');
    await takeStep(tx, userId, step);
    const codes = await makeRecoveryCodes(tx, userId);
    await resetAttempts(tx, app, `code ${userId}`);
    await reportSignInChange(tx, app, session, 'totp_added', ip);
    return codes;
  });
}

/** Stops requiring codes; does nothing if none were required. */
export async function removeTotp(app: App, session: Session, ip: string): Promise<void> {
  await app.db.begin(async (tx) => {
    const wasRequired = await deleteTotp(tx, session.userId);
    await holdSession(tx, session.id);
    if (wasRequired) await reportSignInChange(tx, app, session, 'totp_removed', ip);
  });
}

/** @throws ApiError invalid_state if no codes are required */
export async function renewRecoveryCodes(
  app: App,
  session: Session,
  ip: string,
): Promise<string[]> {
  const { id, userId } = session;
  return app.db.begin(async (tx) => {
    const totp = await lockTotp(tx, app.vault, userId);
    await holdSession(tx, id);
    if (!totp || totp.confirmedAt === null) throw new ApiError('invalid_state');
    const codes = await makeRecoveryCodes(tx, userId);
    await recordOwnAct(tx, session, 'renewRecoveryCodes', ip);
    return codes;
  });
}

async function makeRecoveryCodes(tx: Tx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomText(RECOVERY_LENGTH, RECOVERY_ALPHABET),
  );
  await replaceRecoveryCodes(tx, userId, codes.map(hashToken));
  return codes.map(writeRecoveryCode);
}
