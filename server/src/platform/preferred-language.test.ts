import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from './preferred-language.ts';

test('English is used if Accept-Language prefers it, whatever its spacing', () => {
  for (const english of ['en', 'en ;q=0.8', 'en; q=0.8 , pt;q=0.5', ' EN-gb']) {
    assert.equal(preferredLanguage({ headers: { 'accept-language': english } }), 'en');
  }
  for (const portuguese of ['pt ; q=0.9, en;q=0.8', 'en ;q=0', undefined]) {
    assert.equal(preferredLanguage({ headers: { 'accept-language': portuguese } }), 'pt');
  }
});
