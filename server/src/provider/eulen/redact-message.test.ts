import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactMessage } from './redact-message.ts';

test('known messages of the provider stay readable in the log', () => {
  for (const message of [
    'Too many requests. Please wait 60 more seconds before retrying',
    'Permission qrcodewhitelist not enabled for partner',
    'Authorization header is missing',
    'After a compliance review, we are unable to process this withdrawal at this time.',
  ]) {
    assert.ok(
      !redactMessage(message).replace('process ', '').includes('… …'),
      redactMessage(message),
    );
    assert.ok(
      redactMessage(message).replaceAll(/\W/g, '').length > message.length * 0.6,
      redactMessage(message),
    );
  }
});

test('a message says which field of the request it is about', () => {
  for (const field of [
    'amountInCents',
    'endUserTaxNumber',
    'depixAddress',
    'depixSplitAddress',
    'splitFee',
    'pixKey',
    'payoutAmountInCents',
    'taxNumber',
  ]) {
    assert.equal(redactMessage(`${field} is invalid`), `${field} is invalid`);
  }
});

test('personal data is removed from messages, however it is written', () => {
  const people = [
    'ZULEICA QUINTANILHA',
    'zuleica quintanilha',
    'Zuleica Quintanilha',
    '52998224725',
    '529.982.247-25',
    '11222333000181',
    '12ABC34501DE35',
    '12.ABC.345/01DE-35',
    '+5511987654321',
    '11 98765-4321',
    'segredo@exemplo.com.br',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    'f47ac10b58cc4372a5670e02b2c3d479',
    'EU123456789012345',
    'João d’Ávila',
  ];
  for (const person of people) {
    for (const text of [
      `The payer ${person} is blocked`,
      `Daily withdrawal limit exceeded for pix key '${person}'.`,
      `{"endUserTaxNumber":"${person}"}`,
      `pix_key=${person}&x=1`,
      person,
    ]) {
      const said = redactMessage(text).toLowerCase();
      for (const part of person.toLowerCase().split(/[\s@’]+/)) {
        if (part.length > 2) assert.ok(!said.includes(part), `${part} in ${said}`);
      }
      assert.ok(!/\d{7}/.test(said.replaceAll(/\D/g, '')), said);
    }
  }
});

test('a long message is truncated', () => {
  assert.ok(redactMessage('invalid '.repeat(10_000)).length <= 300);
});
