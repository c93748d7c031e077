/** Like `crypto.randomUUID`, which browsers do not offer to pages over plain http. */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Sets the version and variant bits, in the seventh and ninth bytes.
  const fixed = bytes.map((byte, at) =>
    at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte,
  );
  const hex = Array.from(fixed, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
