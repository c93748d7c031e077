import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { qrPng } from './qr-image.ts';

const PIX =
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630497BF';
const LIQUID =
  'liquidnetwork:lq1qqv5kvgzekd4qv4q6ld8jpnnx8zjwkykuj5secarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2uz7yea6l0fmx?assetid=02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189&amount=89.91';

// The package is CommonJS: its function is the default export's default export.
const decode = jsqr.default;

for (const text of [PIX, LIQUID, PIX.padEnd(512, 'x'), 'a'])
  test(`a picture of ${text.length} characters is read back by a scanner`, () => {
    const image = PNG.sync.read(qrPng(text));
    assert.ok(image.width >= 512 && image.width === image.height);
    const found = decode(new Uint8ClampedArray(image.data), image.width, image.height);
    assert.equal(found?.data, text);
  });

test('every module is a whole number of pixels, inside a white margin of four modules', () => {
  const image = PNG.sync.read(qrPng(PIX));
  const lumaAt = (x: number, y: number) => image.data[(y * image.width + x) * 4];
  // The corner of the finder pattern is the first black pixel on the diagonal.
  let margin = 0;
  while (lumaAt(margin, margin) === 255) margin += 1;
  const scale = margin / 4;
  assert.ok(Number.isInteger(scale) && Number.isInteger(image.width / scale));
  for (let y = 0; y < image.height; y += 1)
    for (let x = 0; x < image.width; x += 1) {
      const luma = lumaAt(x, y);
      assert.equal(luma, lumaAt(x - (x % scale), y - (y % scale)));
      assert.ok(luma === 0 || luma === 255);
      if (Math.min(x, y, image.width - 1 - x, image.height - 1 - y) < margin)
        assert.equal(luma, 255);
    }
});

test('a text too long for a QR code is rejected', () => {
  assert.throws(() => qrPng('x'.repeat(3_000)));
});
