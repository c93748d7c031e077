import assert from 'node:assert/strict';
import type { Mode } from '../src/accounts/environment.ts';
import { DESCRIPTOR } from './descriptors.ts';
import { ADDRESS } from './merchant.ts';
import unblind from './vectors/unblind.json' with { type: 'json' };

/** Secrets that open wallets, none of which may be found anywhere. */
export const WALLET_SECRETS = {
  blindingKey: unblind.recipient.blindingKey,
  blindingKeyOfAnother: unblind.change.blindingKey,
  descriptorKey: /xpub\w+/.exec(DESCRIPTOR.live)?.[0] ?? '',
  descriptorTestKey: /tpub\w+/.exec(DESCRIPTOR.test)?.[0] ?? '',
  masterBlindingKey: /slip77\((\w+)\)/.exec(DESCRIPTOR.test)?.[1] ?? '',
};

type Call = (method: string, path: string, body?: unknown) => Promise<{ readonly status: number }>;

/** The default one; in test mode others with secrets, and some that are refused. */
export async function openWallets(call: Call, mode: Mode): Promise<void> {
  const open = async (order: object): Promise<number> =>
    (await call('POST', '/v1/api/wallets', order)).status;
  assert.equal(await open({ liquidAddress: ADDRESS[mode] }), 201);
  if (mode === 'live') return;
  const { address: liquidAddress, blindingKey } = unblind.recipient;
  const others = [
    { liquidAddress, blindingKey },
    { descriptor: DESCRIPTOR.test },
    { liquidAddress, blindingKey: unblind.change.blindingKey },
    { descriptor: DESCRIPTOR.live },
    { descriptor: DESCRIPTOR.test },
  ];
  const answers = [];
  for (const order of others) answers.push(await open(order));
  assert.deepEqual(answers, [201, 201, 400, 400, 409]);
}
