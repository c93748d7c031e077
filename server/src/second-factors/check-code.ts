import { Secret, TOTP as Totp } from 'otpauth';
import type { App } from '../app.ts';
import type { UserId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import { readCode, TOTP, TOTP_WINDOW } from './second-factor.ts';
import { lockTotp, takeRecoveryCode, takeStep } from './store.ts';

/**
 * Whether a code is correct, which uses it up: a code of the app is valid once, and not after one
 * of a later interval was used. A recovery code is also valid once, if it is allowed here.
 */
export async function checkCode(
  tx: Tx,
  app: App,
  userId: UserId,
  text: string,
  { mayRecover }: { readonly mayRecover: boolean },
): Promise<boolean> {
  const read = readCode(text);
  const totp = await lockTotp(tx, app.vault, userId);
  if (!read || !totp || totp.confirmedAt === null) return false;
  if (read.kind === 'recovery') {
    return mayRecover && takeRecoveryCode(tx, userId, hashToken(read.code));
  }
  const step = stepOf(totp.secret, read.code, totp.now.getTime());
  if (step === undefined || step <= totp.lastStep) return false;
  await takeStep(tx, userId, step);
  return true;
}

/** The number of the interval that a code belongs to; undefined if it is not a current one. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const totp = openTotp(secret);
  const delta = totp.validate({ token: code, timestamp: nowMs, window: TOTP_WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / TOTP.period) + delta;
}

export function openTotp(secret: string, label = ''): Totp {
  return new Totp({ ...TOTP, label, secret: Secret.fromBase32(secret) });
}
