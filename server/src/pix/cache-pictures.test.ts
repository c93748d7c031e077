import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachePictures } from './cache-pictures.ts';

test('a picture is drawn once and cached until it is the least recently used', () => {
  const drawn: string[] = [];
  const draw = (text: string): Buffer => {
    drawn.push(text);
    return Buffer.from(text);
  };
  const pictureOf = cachePictures(draw, 2);
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) assert.equal(String(pictureOf(text)), text);
  assert.deepEqual(drawn, ['a', 'b', 'c', 'b']);
});
