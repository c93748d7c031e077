import { PNG } from 'pngjs';

/** The browser's encoder favours speed over size. */
export function smallerPicture(picture: Buffer): Buffer {
  const png = PNG.sync.read(picture);
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
}
