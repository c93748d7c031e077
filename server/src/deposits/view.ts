import type { Deposit } from './deposit.ts';

/** What POST deposit answers; also kept, byte for byte, for the key's later requests. */
export function createdDeposit(deposit: Deposit, baseUrl: string) {
  return {
    id: deposit.id,
    status: deposit.status,
    amountCents: deposit.amountCents,
    feeCents: deposit.feeCents,
    totalCents: deposit.totalCents,
    netCents: deposit.netCents,
    pixQrCode: deposit.pixQrCode,
    pixQrImage: `${baseUrl}/qr/${deposit.id}.png`,
    walletId: deposit.walletId,
    passFeesToPayer: deposit.passFeesToPayer,
    externalId: deposit.externalId,
    expiresAt: deposit.expiresAt.toISOString(),
    createdAt: deposit.createdAt.toISOString(),
  };
}

/** What the status route answers, and what the webhooks carry. No tax id, no name. */
export function depositStatus(deposit: Deposit) {
  return {
    id: deposit.id,
    status: deposit.status,
    amountCents: deposit.amountCents,
    feeCents: deposit.feeCents,
    totalCents: deposit.totalCents,
    netCents: deposit.netCents,
    settledCents: deposit.settledCents,
    paidCents: deposit.paidCents,
    walletId: deposit.walletId,
    blockchainTxId: deposit.blockchainTxId,
    failureReason: deposit.failureReason,
    externalId: deposit.externalId,
    paymentLinkId: deposit.paymentLinkId,
    createdAt: deposit.createdAt.toISOString(),
    expiresAt: deposit.expiresAt.toISOString(),
    confirmedAt: deposit.confirmedAt?.toISOString() ?? null,
    failedAt: deposit.failedAt?.toISOString() ?? null,
    refundedAt: deposit.refundedAt?.toISOString() ?? null,
  };
}
