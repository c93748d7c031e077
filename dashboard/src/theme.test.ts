import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGES, PONTE, SURFACES, TEXT, TONES } from './theme.ts';

const SCHEMES = ['light', 'dark'] as const;
const ENOUGH = 4.5;
/** For what is no text. */
const ENOUGH_TO_SEE = 3;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('white text is legible on a primary button, pressed or not', () => {
  for (const shade of [8, 9]) assert.ok(contrast('#ffffff', PONTE[shade] ?? '') >= ENOUGH);
});

for (const scheme of SCHEMES) {
  test(`every tone is legible on its own background and on the page, ${scheme}`, () => {
    for (const [tone, { text, background }] of Object.entries(TONES[scheme])) {
      for (const behind of [background, ...SURFACES[scheme]]) {
        assert.ok(contrast(text, behind) >= ENOUGH, `${tone} on ${behind}`);
      }
    }
  });

  test(`dimmed text, errors, placeholders and links are legible, ${scheme}`, () => {
    for (const [name, text] of Object.entries(TEXT[scheme])) {
      for (const behind of SURFACES[scheme]) {
        assert.ok(contrast(text, behind) >= ENOUGH, `${name} on ${behind}`);
      }
    }
  });

  test(`the frame of a field can be seen, ${scheme}`, () => {
    for (const behind of SURFACES[scheme]) {
      assert.ok(contrast(EDGES[scheme], behind) >= ENOUGH_TO_SEE, behind);
    }
  });
}
