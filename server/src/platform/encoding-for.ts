export type Encoding = 'br' | 'gzip';

/** The best encoding that an `Accept-Encoding` header allows; `q=0` forbids one. */
export function encodingFor(header = ''): Encoding | undefined {
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}
