import type { UserId } from '../ids.ts';
import type { Language } from '../refusals.ts';

export interface User {
  readonly id: UserId;
  /** In lower case. */
  readonly email: string;
  readonly language: Language;
  /** In PHC format; null while no password has been chosen. */
  readonly passwordHash: string | null;
}

/** For how long a mailed link works. */
export const CONFIRM_HOURS = 24;
export const RESET_HOURS = 1;
/** 256 random bits in base64url. */
export const MAIL_TOKEN_LENGTH = 43;

export const PASSWORD_LENGTH = { least: 12, most: 200 } as const;

/** The most common passwords that would be long enough. */
const COMMON = new Set([
  'password1234',
  'password12345',
  'passwordpassword',
  'adminadminadmin',
  'administrator',
  'administrador',
  'senhasenhasenha',
  'minhasenha123',
  'senha12345678',
  'mudar12345678',
  'trocarsenha123',
  'iloveyou1234',
  'teamoteamoteamo',
  'brasil123456',
  'flamengo1234',
  'corinthians1',
  'corinthians123',
  'qwertyuiop123',
  'qwertyuiopasdf',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'abcd12345678',
  'changeme1234',
  'welcome12345',
  'letmeinletmein',
  'deuselfiel123',
]);

const RUNS = 'abcdefghijklmnopqrstuvwxyz 01234567890123456789 qwertyuiopasdfghjklzxcvbnm';

/** Whether a password is long enough, and not among the first that are guessed. */
export function isStrong(password: string, email: string): boolean {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) return false;
  const plain = password.normalize('NFKC').toLowerCase();
  const [name = ''] = email.toLowerCase().split('@');
  if (COMMON.has(plain) || plain === email.toLowerCase()) return false;
  // Without the name from the address, the rest must be long enough by itself.
  if (name.length >= 4 && plain.replaceAll(name, '').length < 6) return false;
  return !isRepetition(plain) && !isRun(plain);
}

/** Fewer than five different characters, or a short part repeated. */
function isRepetition(plain: string): boolean {
  return new Set(plain).size < 5 || /^(.{1,6}?)\1+$/u.test(plain);
}

function isRun(plain: string): boolean {
  const reversed = [...plain].reverse().join('');
  return RUNS.includes(plain) || RUNS.includes(reversed);
}
