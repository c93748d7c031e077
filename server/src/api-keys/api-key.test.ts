import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../ids.ts';
import { newKeyText, readKeyText } from './api-key.ts';

test('a key names its mode and carries an id, 32 random characters and a checksum', () => {
  for (const mode of ['test', 'live'] as const) {
    const id = newId('key');
    const text = newKeyText(mode, id);
    assert.match(text, new RegExp(`^pt_${mode}_${id.slice(4)}_[0-9A-Za-z]{38}$`));
    assert.equal(readKeyText(text), id);
  }
});

test('no two keys share their random part', () => {
  const id = newId('key');
  const texts = Array.from({ length: 1_000 }, () => newKeyText('test', id));
  assert.equal(new Set(texts).size, texts.length);
});

test('a key with any one character changed is not recognized', () => {
  const text = newKeyText('test', newId('key'));
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'x' ? 'y' : 'x';
    assert.equal(readKeyText(text.slice(0, at) + other + text.slice(at + 1)), undefined);
  }
});

test('a key that is cut, lengthened or moved to the other mode is not recognized', () => {
  const text = newKeyText('test', newId('key'));
  for (const other of [
    text.slice(0, -1),
    `${text}0`,
    text.replace('test', 'live'),
    ` ${text}`,
    '',
  ]) {
    assert.equal(readKeyText(other), undefined);
  }
});
