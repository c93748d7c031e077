import { NEVER_SEEN } from '../platform/unseen.ts';

const PART = String.raw`[^\s@<>(),;:"\\${NEVER_SEEN}]`;
const EMAIL = new RegExp(`^${PART}{1,64}@${PART}{1,189}$`, 'u');

/**
 * The address in the form that is stored and compared; undefined if it is invalid. Two addresses
 * that look the same would be two users, so invisible characters are not allowed.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return EMAIL.test(email) ? email : undefined;
}
