import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { CODE } from '../../test/pay-views.ts';
import { drawQr, type QrDrawing } from './draw-qr.ts';

const SCALE = 4;
// The package is CommonJS: its function is the default export's default export.
const decode = jsqr.default;

/** Paints the strokes as a browser does, with a whole number of pixels a module. */
function paint({ size, path }: QrDrawing): Uint8ClampedArray {
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1)
      for (let at = Number(x) * SCALE; at < (Number(x) + Number(run)) * SCALE; at += 1)
        pixels.fill(0, (row * width + at) * 4, (row * width + at) * 4 + 3);
  return pixels;
}

for (const text of [CODE, CODE.padEnd(512, 'x'), 'a'])
  test(`a drawing of ${text.length} characters is read back by a scanner`, () => {
    const drawing = drawQr(text);
    const width = drawing.size * SCALE;
    assert.equal(decode(paint(drawing), width, width)?.data, text);
  });

test('the drawing consists of strokes only, inside a white margin of four modules', () => {
  const { size, path } = drawQr(CODE);
  assert.match(path, /^(M\d+ \d+\.5h\d+)+$/);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    assert.ok(Number(x) >= 4 && Number(x) + Number(run) <= size - 4);
    assert.ok(Number(y) >= 4 && Number(y) < size - 4);
  }
});
