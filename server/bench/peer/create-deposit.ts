import { createHash, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import {
  type Deposit,
  DepositEntity,
  type IdempotencyKey,
  IdempotencyKeyEntity,
  WalletEntity,
} from './entities.ts';
import { createCharge } from './provider.ts';

export const DepositOrder = z.object({
  amountCents: z.number().int().min(200).max(600_000),
  taxId: z.string().regex(/^\d{11}(\d{3})?$/),
  externalId: z.string().max(100).optional(),
});
export type DepositOrder = z.infer<typeof DepositOrder>;

export interface Answer {
  readonly status: number;
  readonly body: object;
}

const EXPIRES_AFTER_MS = 20 * 60_000;

/** At most one charge per key: the key is written before the provider is called. */
export async function createDeposit(
  database: DataSource,
  accountId: string,
  key: string,
  order: DepositOrder,
): Promise<Answer> {
  const requestHash = createHash('sha256').update(JSON.stringify(order)).digest('hex');
  const inserted = await database
    .createQueryBuilder()
    .insert()
    .into(IdempotencyKeyEntity)
    .values({ accountId, key, requestHash, state: 'running' })
    .orIgnore()
    .returning('key')
    .execute();
  // The driver returns the rows of `returning`.
  if ((inserted.raw as unknown[]).length === 0) {
    return replay(database, { accountId, key, requestHash });
  }
  const wallet = await database.manager.findOneBy(WalletEntity, { accountId, isDefault: true });
  if (!wallet) return { status: 409, body: { error: 'no_wallet' } };
  const deposit = await chargePayer(accountId, wallet, order);
  const answer = { status: 201, body: viewOf(deposit) };
  await database.transaction(async (manager) => {
    await manager.insert(DepositEntity, deposit);
    await manager.update(
      IdempotencyKeyEntity,
      { accountId, key },
      { state: 'done', responseStatus: answer.status, response: answer.body },
    );
  });
  return answer;
}

async function replay(
  database: DataSource,
  { accountId, key, requestHash }: Pick<IdempotencyKey, 'accountId' | 'key' | 'requestHash'>,
): Promise<Answer> {
  const known = await database.manager.findOneByOrFail(IdempotencyKeyEntity, { accountId, key });
  if (known.requestHash !== requestHash) return { status: 409, body: { error: 'mismatch' } };
  if (known.response === null) return { status: 409, body: { error: 'in_progress' } };
  return { status: known.responseStatus ?? 200, body: known.response };
}

async function chargePayer(
  accountId: string,
  wallet: { readonly id: string; readonly liquidAddress: string },
  { amountCents, taxId }: DepositOrder,
): Promise<Deposit> {
  const feeCents = Math.floor((amountCents * 200) / 10_000) + 99;
  const totalCents = amountCents + feeCents;
  const charge = await createCharge(totalCents, taxId, wallet.liquidAddress);
  const createdAt = new Date();
  return {
    ...{ id: randomUUID(), accountId, walletId: wallet.id, status: 'PENDING' },
    ...{ amountCents, feeCents, totalCents, taxId },
    ...{ providerRef: charge.id, pixQrCode: charge.qrCopyPaste },
    ...{ createdAt, expiresAt: new Date(createdAt.getTime() + EXPIRES_AFTER_MS) },
  };
}

function viewOf(deposit: Deposit): object {
  const { id, status, amountCents, feeCents, totalCents, pixQrCode, walletId } = deposit;
  const { expiresAt, createdAt } = deposit;
  return {
    ...{ id, status, amountCents, feeCents, totalCents, pixQrCode, walletId },
    ...{ expiresAt, createdAt },
  };
}
