import { qrPng } from './qr-image.ts';

/** About a kilobyte each. */
const MOST_KEPT = 1_000;

/** Draws each text once for all who ask; beyond so many, those that nobody asked for longest go. */
export function keepPictures(draw = qrPng, mostKept = MOST_KEPT): (text: string) => Buffer {
  const kept = new Map<string, Buffer>();
  return (text) => {
    const picture = kept.get(text) ?? draw(text);
    // To the end of the line.
    kept.delete(text);
    kept.set(text, picture);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}
