/** As `crypto.randomUUID`, which browsers keep from pages over plain http. */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // What stands for the version and the variant in its seventh and its ninth byte.
  const fixed = bytes.map((byte, at) =>
    at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte,
  );
  const hex = Array.from(fixed, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
