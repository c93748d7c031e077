/** Six digits for thirty seconds each, as all authenticator apps generate them. */
export const TOTP = { issuer: 'Ponte', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks differ, so the previous and the next code are accepted, too. */
export const TOTP_WINDOW = 1;
/** 160 bits, the length of the hash. */
export const TOTP_SECRET_BYTES = 20;

export const RECOVERY_CODES = 10;
/** No characters that look alike: 80 bits in 16 characters. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
export const RECOVERY_LENGTH = 16;

/** Parses user input: spaces, hyphens and capitals do not matter. */
export function readCode(text: string): { kind: 'totp' | 'recovery'; code: string } | undefined {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  const isRecovery = code.length === RECOVERY_LENGTH && /^[2-9a-z]+$/.test(code);
  return isRecovery ? { kind: 'recovery', code } : undefined;
}

/** `k3vx-9q2m-7wdt-4hpn` */
export function writeRecoveryCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}
