import { qrPng } from './qr-image.ts';

/** About a kilobyte each. */
const MAX_KEPT = 1_000;

/** An LRU cache of pictures, so that each text is drawn once for all requests. */
export function cachePictures(draw = qrPng, mostKept = MAX_KEPT): (text: string) => Buffer {
  const kept = new Map<string, Buffer>();
  return (text) => {
    const picture = kept.get(text) ?? draw(text);
    // Moves it to the end of the map, as the most recently used.
    kept.delete(text);
    kept.set(text, picture);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}
