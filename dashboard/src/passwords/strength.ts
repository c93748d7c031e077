export type Strength = 'short' | 'common' | 'fair' | 'strong';

export const MIN_LENGTH = 12;
const STRONG_LENGTH = 16;
const RUNS = 'abcdefghijklmnopqrstuvwxyz 01234567890123456789 qwertyuiopasdfghjklzxcvbnm';

/** What can be checked while typing; only the server decides whether a password is accepted. */
export function strengthOf(password: string, email = ''): Strength {
  const { length } = [...password];
  if (length < MIN_LENGTH) return 'short';
  if (isGuessable(password.normalize('NFKC').toLowerCase(), email.toLowerCase())) return 'common';
  return length < STRONG_LENGTH ? 'fair' : 'strong';
}

function isGuessable(plain: string, email: string): boolean {
  if (plain === email) return true;
  const [name = ''] = email.split('@');
  // Attackers know the e-mail address, so only the rest counts.
  if (name.length >= 4 && plain.replaceAll(name, '').length < 6) return true;
  if (new Set(plain).size < 5 || /^(.{1,6}?)\1+$/u.test(plain)) return true;
  return RUNS.includes(plain) || RUNS.includes([...plain].reverse().join(''));
}
