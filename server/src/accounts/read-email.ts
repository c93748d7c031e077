import { NEVER_SEEN } from '../platform/unseen.ts';

const PART = String.raw`[^\s@<>,;:"\\${NEVER_SEEN}]`;
const EMAIL = new RegExp(`^${PART}{1,64}@${PART}{1,189}$`, 'u');

/**
 * The address as it is compared and kept, or undefined when it cannot be one. Two that look the
 * same would be two users, so it has no character that nobody sees.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return EMAIL.test(email) ? email : undefined;
}
