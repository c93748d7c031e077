/** Tag, length, value. @throws Error when the text cannot be divided up that way */
export function fieldsOf(code: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length;) {
    const length = Number(code.slice(at + 2, at + 4));
    const value = code.slice(at + 4, at + 4 + length);
    if (value.length !== length || length === 0) throw new Error('a field is truncated');
    fields.set(code.slice(at, at + 2), value);
    at += 4 + length;
  }
  return fields;
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte * 256;
  for (let bit = 0; bit < 8; bit++) {
    value = value >= 0x8000 ? ((value * 2) % 0x10000) ^ 0x1021 : value * 2;
  }
  return value;
});

/**
 * CRC-16/CCITT-FALSE by a table: independent of the simulator's own, which goes bit by bit.
 */
export function crcByTable(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc = ((crc % 256) * 256) ^ (TABLE[Math.floor(crc / 256) ^ byte] ?? 0);
  }
  return crc.toString(16).padStart(4, '0').toUpperCase();
}
