import jsqr from 'jsqr';
import { PNG } from 'pngjs';

/** What a camera would decode from the picture. */
export function readQr(picture: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(picture);
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data;
}
