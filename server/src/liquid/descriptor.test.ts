import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { networks, payments } from 'liquidjs-lib';
import { readLiquidAddress } from './address.ts';
import { blindingPoint } from './blinding-key.ts';
import { addressAt, type Descriptor, readDescriptor } from './descriptor.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';

const MASTER = '9c8e4f05c7711a98c838be228bcb84924d4570ca53f35fa1c793e58841d47023';
const XPUB =
  'xpub6CRFzUgHFDaiDAQFNX7VeV9JNPDRabq6NYSpzVZ8zW8ANUCiDdenkb1gBoEZuXNZb3wPc1SVcDXgD2ww5UBtTb8s8ArAbTkoRQ8qn34KgcY';
const TPUB =
  'tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M';

/** What other wallets export for the mnemonic "abandon" eleven times and "about" once. */
const LIVE = `ct(slip77(${MASTER}),elwpkh([73c5da0a/84'/1776'/0']${XPUB}/<0;1>/*))#87kykuta`;
const LIVE_H = `ct(slip77(${MASTER}),elwpkh([73c5da0a/84h/1776h/0h]${XPUB}/<0;1>/*))#y8jljyxl`;
const TEST = `ct(slip77(${MASTER}),elwpkh([73c5da0a/84'/1'/0']${TPUB}/<0;1>/*))#2e4n992d`;

const bare = (text: string): string => text.replace(/#.*$/, '');

function read(text: string, mode: 'live' | 'test' = 'live'): Descriptor {
  const { descriptor, fault } = readDescriptor(text, mode);
  assert.ok(descriptor, fault);
  return descriptor;
}

const faultOf = (text: string, mode: 'live' | 'test' = 'live') => readDescriptor(text, mode).fault;

test('descriptors exported by other wallets give the same addresses', () => {
  for (const text of [LIVE, LIVE_H]) {
    const { address } = addressAt(read(text), 'liquid', 0, 0);
    assert.equal(
      address.address,
      'lq1qqvxk052kf3qtkxmrakx50a9gc3smqad2ync54hzntjt980kfej9kkfe0247rp5h4yzmdftsahhw64uy8pzfe7cpg4fgykm7cv',
    );
  }
  const descriptor = read(TEST, 'test');
  const scripts = ([0, 1] as const).map((branch) => addressAt(descriptor, 'testnet', branch, 0));
  assert.deepEqual(
    scripts.map(({ address }) => address.script),
    [
      '0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1',
      '00142f34aa1cf00a53b055a291a03a7d45f0a6988b52',
    ],
  );
});

test('each address is the one that the wallet derives from its private keys', () => {
  const root = HDKey.fromMasterSeed(Buffer.alloc(32, 7));
  const account = root.derive("m/84'/1776'/0'");
  const descriptor = read(`ct(slip77(${MASTER}),elwpkh(${account.publicExtendedKey}/<0;1>/*))`);
  for (const [branch, position] of [
    [0, 0],
    [0, 41],
    [1, 2_147_483_647],
  ] as const) {
    const own = account.derive(`m/${String(branch)}/${String(position)}`).publicKey;
    const pubkey = Buffer.from(own ?? []);
    for (const network of ['liquid', 'regtest'] as const) {
      const made = addressAt(descriptor, network, branch, position);
      const { output } = payments.p2wpkh({ pubkey });
      const hmac = createHmac('sha256', Buffer.from(MASTER, 'hex')).update(output ?? '');
      const blindkey = blindingPoint(hmac.digest('hex')) ?? Buffer.alloc(0);
      const payment = payments.p2wpkh({ pubkey, network: networks[network], blindkey });
      assert.equal(made.address.address, payment.confidentialAddress);
      assert.deepEqual(readLiquidAddress(made.address.address, [network]), made.address);
      assert.deepEqual(blindingPoint(made.blindingKey), blindkey);
    }
  }
});

test('a checksum may be absent, and must otherwise be correct', () => {
  assert.deepEqual(read(bare(LIVE)), read(LIVE));
  assert.equal(faultOf(LIVE.replace('#8', '#9')), 'checksum');
  assert.equal(faultOf(`${bare(LIVE)}#`), 'checksum');
  assert.equal(faultOf(`${LIVE}x`), 'checksum');
});

test('a change of any single character of a descriptor with a checksum is detected', () => {
  const alphabet = "0123456789abcdefghijkmnopqrstuvwxyzABCDEFGH[](),/*<>;'#";
  for (let at = 0; at < LIVE.length; at += 1) {
    const other = alphabet.charAt((at * 31) % alphabet.length);
    const changed = LIVE.slice(0, at) + other + LIVE.slice(at + 1);
    if (changed !== LIVE) assert.notEqual(faultOf(changed), undefined, changed);
  }
});

test('a checksum exists only for texts of BIP-380 characters', () => {
  assert.equal(descriptorChecksum('raw(deadbeef)'), '89f8spxm');
  for (const text of ['ã', '\n', '…']) assert.equal(descriptorChecksum(text), undefined);
});

test('a descriptor with a private key anywhere is refused as private_key', () => {
  const xprv = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).privateExtendedKey;
  const tprv = HDKey.fromMasterSeed(Buffer.alloc(32, 7), {
    private: 0x04358394,
    public: 0x043587cf,
  }).privateExtendedKey;
  for (const [mode, key] of [
    ['live', xprv],
    ['test', tprv],
    ['live', 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1'],
  ] as const) {
    for (const text of [key, bare(LIVE).replace(XPUB, key), `${bare(LIVE)}#${key}`, `x ${key}`])
      assert.equal(faultOf(text, mode), 'private_key');
  }
});

test('an account key that merely contains "xprv" is not taken for a private key', () => {
  const spelled = `${XPUB.slice(0, 40)}xprv${XPUB.slice(44)}`;
  assert.equal(faultOf(bare(LIVE).replace(XPUB, spelled)), 'unreadable');
});

test('a key of the main network is refused in test, and one of a test network in live', () => {
  assert.equal(faultOf(LIVE, 'test'), 'other_network');
  assert.equal(faultOf(TEST, 'live'), 'other_network');
});

test('an unsupported descriptor is distinguished from a text that is not a descriptor', () => {
  const kinds = [
    `elwpkh(${XPUB}/<0;1>/*)`,
    `ct(slip77(${MASTER}),elsh(wpkh(${XPUB}/<0;1>/*)))`,
    `ct(elip151,elwpkh(${XPUB}/<0;1>/*))`,
    `ct(slip77(${MASTER}),elwpkh(${XPUB}/<1;0>/*))`,
    `ct(slip77(${MASTER}),elwpkh(${XPUB}/0/*'))`,
    `ct(slip77(${MASTER}),elwpkh(${XPUB}/0'/*))`,
    `ct(slip77(${MASTER}),elwpkh(${XPUB}/0/5))`,
    `ct(slip77(${MASTER}),elwpkh(${XPUB.replace('xpub', 'zpub')}/<0;1>/*))`,
    `ct(slip77(${MASTER.slice(2)}),elwpkh(${XPUB}/<0;1>/*))`,
  ];
  for (const text of kinds) assert.equal(faultOf(text), 'other_kind', text);
  const nothing = [
    '',
    'abc',
    XPUB,
    MASTER,
    ` ${bare(LIVE)}`,
    `${LIVE}#87kykuta`,
    'ct('.repeat(2_000),
  ];
  for (const text of nothing) assert.equal(faultOf(text), 'unreadable', text);
});

test('an account key with a wrong character is refused, also without a descriptor checksum', () => {
  const swapped = XPUB.replace('CRF', 'CFR');
  assert.equal(faultOf(bare(LIVE).replace(XPUB, swapped)), 'unreadable');
});

test('a descriptor with one branch has no change addresses', () => {
  const descriptor = read(bare(LIVE).replace('<0;1>', '0'));
  assert.deepEqual(descriptor.branches, [0]);
  assert.equal(
    addressAt(descriptor, 'liquid', 0, 3).address.address,
    addressAt(read(LIVE), 'liquid', 0, 3).address.address,
  );
  assert.throws(() => addressAt(descriptor, 'liquid', 1, 0), RangeError);
});
