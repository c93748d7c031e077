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

test('of languages that weigh the same the first is used', () => {
  const used = (header: string) => preferredLanguage({ headers: { 'accept-language': header } });
  for (const english of ['en-US,*', 'en, pt', 'fr, en, *', 'en;q=0.5, pt;q=0.5']) {
    assert.equal(used(english), 'en', english);
  }
  for (const portuguese of ['*, en', 'pt, en', 'pt-BR,*', 'en;q=0, *;q=0']) {
    assert.equal(used(portuguese), 'pt', portuguese);
  }
});
