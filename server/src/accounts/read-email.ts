/**
 * The address as it is compared and kept, or undefined when it cannot be one. Two that look the
 * same would be two users, so it has no character that nobody sees.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return /^[^\s@<>,;:"\\\p{C}]{1,64}@[^\s@<>,;:"\\\p{C}]{1,189}$/u.test(email) ? email : undefined;
}
