import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import { maskPixKey } from '../pix/pix-key.ts';
import type { Db } from '../platform/db.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Position } from '../platform/page.ts';
import { type Fragment, identifier, sql, when } from '../platform/sql.ts';
import { openPixKey } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { WithdrawalFilter } from './filters.ts';
import { onlyOne } from './only-one.ts';
import type { WithdrawalRowView } from './withdrawal-views.ts';

export type WithdrawalRow = Pick<
  Withdrawal,
  | 'id'
  | 'status'
  | 'failureReason'
  | 'amountCents'
  | 'feeCents'
  | 'depositAmountCents'
  | 'pixKey'
  | 'pixKeyType'
  | 'externalId'
  | 'blockchainTxId'
  | 'pixEndToEndId'
  | 'createdAt'
  | 'updatedAt'
  | 'expiresAt'
  | 'completedAt'
>;

/** At most `rows` withdrawals, newest first. */
export async function listWithdrawals(
  app: App,
  environmentId: EnvironmentId,
  filter: WithdrawalFilter,
  after: Position | undefined,
  rows: number,
): Promise<WithdrawalRow[]> {
  const page = await pageOf(app.db, environmentId, filter, after, rows);
  const found = await app.db<WithdrawalRow>`${page}`;
  return found.map((row) => ({ ...row, pixKey: openPixKey(app, row.pixKey) }));
}

/** A single filter has an index that starts with it; amounts scan an index that covers them. */
async function pageOf(
  db: Db,
  environmentId: EnvironmentId,
  filter: WithdrawalFilter,
  after: Position | undefined,
  rows: number,
): Promise<Fragment> {
  const tenant = ['environment_id', environmentId] as const;
  const range = indexRangeOf(after, filter.from, filter.to);
  const found = sql`
    select id, status, failure_reason, amount_cents, fee_cents, deposit_amount_cents, pix_key,
      pix_key_type, external_id, blockchain_tx_id, pix_end_to_end_id, created_at, updated_at,
      expires_at, completed_at
    from withdrawals`;
  const { status, minCents, maxCents, q } = filter;
  const condition = sql`
    ${when(status, sql`and status = ${status}`)}
    ${when(minCents, sql`and amount_cents >= ${minCents}`)}
    ${when(maxCents, sql`and amount_cents <= ${maxCents}`)}`;
  if (q?.startsWith('wdr_')) return sql`${found} ${onlyOne(environmentId, q, range, condition)}`;
  if (q !== null) {
    const named = await findNamed(db, environmentId, q);
    const isGiven = sql`and ${identifier(named[0])} is not null ${condition}`;
    return sql`${found} ${newest([tenant, named], range, rows, isGiven)}`;
  }
  if (minCents === null && maxCents === null) {
    return sql`${found} ${newest([tenant, ['status', status]], range, rows)}`;
  }
  // An index-only scan finds the ids, since the index covers status and amount.
  return sql`
    select w.* from (select id from withdrawals ${newest([tenant], range, rows, condition)}) i
    cross join lateral (
      ${found} where environment_id = ${environmentId} and id = i.id limit 1) w
    order by created_at desc, id desc`;
}

/**
 * What a text names: a transaction, a Pix, or else an external id. Each has an index of the rows
 * where it is not null.
 */
async function findNamed(
  db: Db,
  environmentId: EnvironmentId,
  q: string,
): Promise<readonly [column: string, value: string]> {
  const [known] = await db<{ isTransaction: boolean; isPix: boolean }>`
    select exists (select from withdrawals where environment_id = ${environmentId}
        and blockchain_tx_id = ${q.toLowerCase()}) as is_transaction,
      exists (select from withdrawals where environment_id = ${environmentId}
        and pix_end_to_end_id = ${q}) as is_pix`;
  if (known?.isTransaction) return ['blockchain_tx_id', q.toLowerCase()];
  return [known?.isPix ? 'pix_end_to_end_id' : 'external_id', q];
}

export function withdrawalItem(row: WithdrawalRow): Static<typeof WithdrawalRowView> {
  return {
    id: row.id,
    status: row.status,
    reason: row.failureReason,
    amountCents: row.amountCents,
    feeCents: row.feeCents,
    depositAmountCents: row.depositAmountCents,
    pixKeyType: row.pixKeyType,
    pixKey: maskPixKey(row.pixKeyType, row.pixKey),
    externalId: row.externalId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
