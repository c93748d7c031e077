import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { problemOf } from './address.ts';
import { readReceiver } from './liquid-uri.ts';

const ADDRESS = 'tex1qzavlepw453w44qqmhn2k8n7x0qcqm28asea6fwkcuhxdzvclkl7scxqzl8';
const DEPIX = '0d5e7e57'.repeat(8);

test('a foreign or malformed address is distinguished from an incomplete one', () => {
  const problems = [
    ['', 'missing'],
    ['maria@example.com', 'notLiquid'],
    ['minha carteira', 'notLiquid'],
    ['529.982.247-25', 'notLiquid'],
    ['11987654321', 'notLiquid'],
    ['+5511987654321', 'notLiquid'],
    ['123e4567-e89b-42d3-a456-426614174000', 'notLiquid'],
    ['00020126580014br.gov.bcb.pix0136', 'notLiquid'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'notLiquid'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bitcoin'],
    [ADDRESS.slice(0, 20), 'short'],
    [` ${ADDRESS} `, undefined],
  ] as const;
  for (const [text, problem] of problems)
    assert.equal(problemOf(text, 'test', DEPIX), problem, text);
});

test('an address of the other mode and a mistyped character are detected', () => {
  const file = new URL('../../../server/test/vectors/liquid-addresses.json', import.meta.url);
  // The file is ours, and the server's own tests read it too.
  const { sound } = JSON.parse(readFileSync(file, 'utf8')) as {
    sound: { address: string; network: string }[];
  };
  assert.ok(sound.length > 5);
  for (const { address, network } of sound) {
    const [mode, other] =
      network === 'liquid' ? (['live', 'test'] as const) : (['test', 'live'] as const);
    assert.equal(problemOf(address, mode, DEPIX), undefined, address);
    if (!/^(?:ex|lq|tex|tlq|ert|el)1/i.test(address)) continue;
    assert.equal(problemOf(address, other, DEPIX), other === 'test' ? 'ofLive' : 'ofTest', address);
    const last = /q$/i.test(address) ? 'p' : 'q';
    assert.equal(problemOf(address.slice(0, -1) + last, mode, DEPIX), 'damaged', address);
  }
});

test('a URI stands for the address in it, unless it is of another network or asset', () => {
  const query = `assetid=${DEPIX.toUpperCase()}&amount=10.50&label=Padaria%20da%20Ana`;
  for (const [uri, problem] of [
    [`liquidtestnet:${ADDRESS}`, undefined],
    [` liquidtestnet:${ADDRESS}?amount=10.50\n`, undefined],
    [`LIQUIDTESTNET:${ADDRESS.toUpperCase()}?${query}`, undefined],
    [`liquidnetwork:${ADDRESS}?${query}`, 'ofLive'],
    [`liquidtestnet:${ADDRESS}?assetid=${'6f'.repeat(32)}&amount=1`, 'otherAsset'],
    [`liquidtestnet:${ADDRESS}?${query}&assetid=${'6f'.repeat(32)}`, 'otherAsset'],
    [`liquidtestnet:${ADDRESS.slice(0, -1)}q?${query}`, 'damaged'],
    ['liquidtestnet:', 'missing'],
    [`bitcoin:${ADDRESS}`, 'notLiquid'],
  ] as const) {
    assert.equal(problemOf(uri, 'test', DEPIX), problem, uri);
    if (problem === undefined) assert.equal(readReceiver(uri).address.toLowerCase(), ADDRESS);
  }
  assert.equal(problemOf(`liquidtestnet:${ADDRESS}`, 'live', DEPIX), 'ofTest');
  const other = `liquidtestnet:${ADDRESS}?assetid=${'6f'.repeat(32)}`;
  assert.equal(problemOf(other, 'test', undefined), undefined);
});
