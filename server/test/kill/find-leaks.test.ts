import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaksIn, seedsOf } from './find-leaks.ts';
import { planOperations } from './operation.ts';
import { seededRandom } from './random.ts';

const LOAD = {
  ...{ deposits: 1, withdrawals: 1, loadMs: 0 },
  ...{ mishaps: 0, pages: 0, bursts: 0, awayMs: 0 },
};
const operations = planOperations(seededRandom(1), 'leak', LOAD);
const seeds = seedsOf(operations, { 'the API key': 'pt_test_abc_def' });
const [taxId = ''] = seeds.taxIds;
const [email = ''] = seeds.emails;

test('a tax id is detected as digits, punctuated and between letters', () => {
  const dotted = taxId.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  for (const form of [taxId, dotted, `cpf${taxId}x`]) {
    assert.deepEqual(leaksIn(`{"msg":"${form}"}`, seeds).length, 1, form);
  }
});

test('a longer number containing the same digits is not taken for a tax id', () => {
  assert.deepEqual(leaksIn(`{"time":1${taxId}2}`, seeds), []);
});

test('a Pix key is detected, also URL-encoded', () => {
  for (const form of [email, encodeURIComponent(email)]) {
    assert.deepEqual(leaksIn(`GET /?pix=${form}`, seeds).length, 1, form);
  }
});

test('a secret is detected in plaintext and in base64', () => {
  for (const form of ['pt_test_abc_def', Buffer.from('pt_test_abc_def').toString('base64')]) {
    assert.deepEqual(leaksIn(`authorization: ${form}`, seeds), ['the API key']);
  }
});

test('data of nobody in the run is not a leak', () => {
  assert.deepEqual(leaksIn('52998224725 maria@example.org pt_test_other', seeds), []);
});
