import type { UserId } from '../ids.ts';
import type { Language } from '../refusals.ts';

export interface User {
  readonly id: UserId;
  /** In lower case. */
  readonly email: string;
  readonly language: Language;
  /** In the PHC notation; null while no password was chosen. */
  readonly passwordHash: string | null;
}

/** How long the link of a mail opens something. */
export const CONFIRM_HOURS = 24;
export const RESET_HOURS = 1;
/** 256 random bits in base64url. */
export const MAIL_TOKEN_LENGTH = 43;

export const PASSWORD_LENGTH = { least: 12, most: 200 } as const;

/** Of those that people choose most, the ones that are long enough. */
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

/** Whether a password is long enough, and nothing that is tried first. */
export function isStrong(password: string, email: string): boolean {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) return false;
  const plain = password.normalize('NFKC').toLowerCase();
  const [name = ''] = email.toLowerCase().split('@');
  if (COMMON.has(plain) || plain === email.toLowerCase()) return false;
  // What is left without the address's own name has to be long enough by itself.
  if (name.length >= 4 && plain.replaceAll(name, '').length < 6) return false;
  return !isRepetition(plain) && !isRun(plain);
}

/** Less than five different characters, or one part again and again. */
function isRepetition(plain: string): boolean {
  return new Set(plain).size < 5 || /^(.{1,6}?)\1+$/u.test(plain);
}

function isRun(plain: string): boolean {
  const reversed = [...plain].reverse().join('');
  return RUNS.includes(plain) || RUNS.includes(reversed);
}
