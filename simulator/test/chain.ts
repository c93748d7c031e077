import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import {
  address,
  AssetHash,
  confidential,
  ElementsValue,
  networks,
  payments,
  Transaction,
} from 'liquidjs-lib';
import { loadZkp } from '../src/chain/load-zkp.ts';
import type { Json, partnerAt } from './sandbox.ts';

export const DEPIX = '0d5e7e57'.repeat(8);

/** The chain of a sandbox, as a client with its address sees it. */
export function chainAt(url: string) {
  const ask = async (path: string) => {
    const reply = await fetch(`${url}/esplora${path}`);
    const type = reply.headers.get('content-type') ?? '';
    return { status: reply.status, type, text: await reply.text() };
  };
  const json = async <Value = Json>(path: string): Promise<Value> => {
    const { status, text } = await ask(path);
    assert.equal(status, 200, text);
    // The calling test knows the type of the response.
    return JSON.parse(text) as Value;
  };
  const transaction = async (txId: string): Promise<Transaction> =>
    Transaction.fromHex((await ask(`/tx/${txId}/hex`)).text);

  /** What a payment reveals to anybody, or to the holder of the key. */
  const content = async (txId: string, blindingKey?: Buffer) => {
    const [out] = (await transaction(txId)).outs;
    assert.ok(out);
    const value = ElementsValue.fromBytes(out.value);
    const to = out.script.toString('hex');
    if (!value.isConfidential) {
      return { to, isOpen: true, units: value.number, asset: AssetHash.fromBytes(out.asset).hex };
    }
    assert.ok(blindingKey, 'a confidential output needs a blinding key');
    const opened = (await secrets()).unblindOutputWithKey(out, blindingKey);
    const asset = AssetHash.fromBytes(Buffer.concat([Buffer.of(1), opened.asset])).hex;
    return { to, isOpen: false, units: Number(opened.value), asset };
  };
  return { ask, json, transaction, content };
}

// The package declares null where the library that takes it expects none.
const secrets = async () =>
  new confidential.Confidential(
    (await loadZkp()) as ConstructorParameters<typeof confidential.Confidential>[0],
  );

export const scriptOf = (text: string, network = networks.regtest): string =>
  address.toOutputScript(text, network).toString('hex');

/** A wallet with a confidential or a plain address. */
export function newWallet(network = networks.regtest) {
  const keys = [createECDH('secp256k1'), createECDH('secp256k1')] as const;
  const [pubkey, blindkey] = keys.map((key) =>
    Buffer.from(key.generateKeys('hex', 'compressed'), 'hex'),
  );
  if (!pubkey || !blindkey) throw new Error('a wallet without keys');
  const made = payments.p2wpkh({ pubkey, blindkey, network });
  if (!made.address || !made.confidentialAddress) throw new Error('a wallet without an address');
  const { address: plain, confidentialAddress: confidential } = made;
  // Node leaves out a leading zero, which one key in 256 has.
  const blindingKey = Buffer.from(keys[1].getPrivateKey('hex').padStart(64, '0'), 'hex');
  return { plain, confidential, blindingKey };
}

/** Creates a charge that is paid and settled. @returns the transaction that the provider names */
export async function settle(
  partner: ReturnType<typeof partnerAt>,
  change: object,
  payment: object = {},
): Promise<{ id: string; txId: string }> {
  const id = await partner.newCharge(change);
  await partner.control('POST', `charges/${id}/pay`, payment);
  return { id, txId: String((await partner.charge(id, 'depix_sent'))['blockchainTxID']) };
}
