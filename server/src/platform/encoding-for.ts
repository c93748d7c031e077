export type Encoding = 'br' | 'gzip';

/** The best way of packing that an `Accept-Encoding` takes; what it gives `q=0` it refuses. */
export function encodingFor(header = ''): Encoding | undefined {
  const taken = header
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}
