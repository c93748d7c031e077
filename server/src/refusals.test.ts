import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE } from './refusals.ts';

const ADVICE = {
  pt: /\b(?:deve|envie|use|fale|cadastre|confira|veja|corrija|repita|aguarde|apague|reative|consulte|recomece)\b/i,
  en: /\b(?:must|send|use|ask|register|check|see|fix|repeat|wait|delete|enable|read|start)\b/i,
};

test('every API error says what to do, in both languages', () => {
  for (const [code, { pt, en }] of Object.entries(CATALOGUE)) {
    assert.match(pt, ADVICE.pt, code);
    assert.match(en, ADVICE.en, code);
  }
});
