import type { Config } from '../config.ts';
import type { Mode } from '../accounts/environment.ts';
import { readLiquidAddress } from '../liquid/address.ts';
import { liquidUri } from '../liquid/uri.ts';
import { cents } from '../money.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What POST withdraw answers; also kept, byte for byte, for the key's later requests. */
export function createdWithdrawal(withdrawal: Withdrawal, mode: Mode, config: Config) {
  return {
    id: withdrawal.id,
    status: withdrawal.status,
    amountCents: withdrawal.amountCents,
    feeCents: withdrawal.feeCents,
    depositAddress: withdrawal.depositAddress,
    depositAmountCents: withdrawal.depositAmountCents,
    liquidUri: uriOf(withdrawal, mode, config),
    externalId: withdrawal.externalId,
    expiresAt: withdrawal.expiresAt.toISOString(),
    createdAt: withdrawal.createdAt.toISOString(),
  };
}

function uriOf(withdrawal: Withdrawal, mode: Mode, config: Config): string {
  const address = readLiquidAddress(withdrawal.depositAddress, ['liquid', 'testnet', 'regtest']);
  if (!address) throw new Error('a stored address cannot be read');
  return liquidUri({
    address: address.address,
    network: address.network,
    cents: cents(withdrawal.depositAmountCents),
    assetId: config.depixAssetId[mode],
  });
}

/** What the status route answers, and what the webhooks carry. No tax id, no PIX key. */
export function withdrawalStatus(withdrawal: Withdrawal) {
  return {
    id: withdrawal.id,
    status: withdrawal.status,
    amountCents: withdrawal.amountCents,
    feeCents: withdrawal.feeCents,
    depositAddress: withdrawal.depositAddress,
    depositAmountCents: withdrawal.depositAmountCents,
    pixKeyType: withdrawal.pixKeyType,
    pixEndToEndId: withdrawal.pixEndToEndId,
    blockchainTxId: withdrawal.blockchainTxId,
    failureReason: withdrawal.failureReason,
    externalId: withdrawal.externalId,
    createdAt: withdrawal.createdAt.toISOString(),
    expiresAt: withdrawal.expiresAt.toISOString(),
    processingAt: withdrawal.processingAt?.toISOString() ?? null,
    completedAt: withdrawal.completedAt?.toISOString() ?? null,
    failedAt: withdrawal.failedAt?.toISOString() ?? null,
    expiredAt: withdrawal.expiredAt?.toISOString() ?? null,
  };
}
