import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { type Deposit, DEPOSIT_STATUSES } from '../deposits/deposit.ts';
import { openTaxId } from '../deposits/store.ts';
import type { EnvironmentId } from '../ids.ts';
import { maskTaxId } from '../pix/tax-id.ts';
import type { Db } from '../platform/db.ts';
import { type IndexRange, indexRangeOf, limitOf, newest } from '../platform/index-range.ts';
import type { Position } from '../platform/page.ts';
import { type Fragment, identifier, relationOf, sql, when } from '../platform/sql.ts';
import type { ReversalKind } from '../reversals/reversal.ts';
import type { DepositRowView } from './deposit-views.ts';
import type { DepositFilter } from './filters.ts';
import { originOf, reasonOf } from './list.ts';
import { onlyOne } from './only-one.ts';

export interface DepositRow extends Pick<
  Deposit,
  | 'id'
  | 'status'
  | 'amountCents'
  | 'feeCents'
  | 'totalCents'
  | 'netCents'
  | 'paidCents'
  | 'taxId'
  | 'walletId'
  | 'paymentLinkId'
  | 'fromPanel'
  | 'externalId'
  | 'providerStatus'
  | 'failureReason'
  | 'heldSince'
  | 'blockchainTxId'
  | 'createdAt'
  | 'updatedAt'
  | 'confirmedAt'
  | 'refundedAt'
> {
  readonly walletLabel: string;
  readonly linkTitle: string | null;
  readonly reversalKind: ReversalKind | null;
  readonly isMismatch: boolean;
}

/** At most `rows` deposits, newest first. */
export async function listDeposits(
  app: App,
  environmentId: EnvironmentId,
  filter: DepositFilter,
  after: Position | undefined,
  rows: number,
): Promise<DepositRow[]> {
  const { db } = app;
  const range = indexRangeOf(after, filter.from, filter.to);
  const page = await pageOf(db, environmentId, filter, range, rows);
  // Scalar subqueries per row: with joins, the planner reads all wallets and links of the merchant.
  const found = await db<DepositRow>`
    select d.id, d.status, d.amount_cents, d.fee_cents, d.total_cents, d.net_cents, d.paid_cents,
      d.tax_id, d.wallet_id, d.payment_link_id, d.from_panel, d.external_id, d.provider_status,
      d.failure_reason, d.held_since, d.blockchain_tx_id, d.created_at, d.updated_at,
      d.confirmed_at, d.refunded_at,
      (select label from wallets
        where environment_id = ${environmentId} and id = d.wallet_id) as wallet_label,
      (select title from payment_links
        where environment_id = ${environmentId} and id = d.payment_link_id) as link_title,
      (select kind from reversals
        where environment_id = ${environmentId} and deposit_id = d.id
          and (disputed or kind = 'estorno')) as reversal_kind,
      exists (select from deposit_checks where environment_id = ${environmentId}
        and deposit_id = d.id and state = 'mismatch') as is_mismatch
    from (${page}) found cross join lateral (
      select * from deposits where environment_id = ${environmentId} and id = found.id limit 1) d
    order by d.created_at desc, d.id desc`;
  return found.map((row) => ({ ...row, taxId: openTaxId(app, row.taxId) }));
}

/**
 * The ids of a page. A single filter has an index that starts with it; combined filters scan the
 * index that covers all of their columns.
 */
async function pageOf(
  db: Db,
  environmentId: EnvironmentId,
  filter: DepositFilter,
  range: IndexRange,
  rows: number,
): Promise<Fragment> {
  const found = sql`select id, created_at from deposits`;
  const tenant = ['environment_id', environmentId] as const;
  const { status, walletId, paymentLinkId, q } = filter;
  if (q?.startsWith('dep_')) {
    return sql`${found} ${onlyOne(environmentId, q, range, conditionsOf(filter))}`;
  }
  if (q !== null) {
    const named = await findNamed(db, environmentId, q);
    const isGiven = sql`and ${identifier(named[0])} is not null ${conditionsOf(filter)}`;
    return sql`${found} ${newest([tenant, named], range, rows, isGiven)}`;
  }
  const given = Object.entries(filter)
    .filter(([name, value]) => value !== null && name !== 'from' && name !== 'to')
    .map(([name]) => name);
  const only = given.length === 1 ? given[0] : undefined;
  if (only === 'paymentLinkId') {
    const isThere = sql`and payment_link_id is not null`;
    const filters = [tenant, ['payment_link_id', paymentLinkId]] as const;
    return sql`${found} ${newest(filters, range, rows, isThere)}`;
  }
  if (walletId !== null && (only !== undefined || (given.length === 2 && status !== null))) {
    const filters = [tenant, ['wallet_id', walletId], ['status', sql`kind`]] as const;
    // The index has the status between wallet and time, so each status is a range of its own.
    return sql`
      select one.* from ${relationOf('kind', status === null ? DEPOSIT_STATUSES : [status])}
      cross join lateral (${found} ${newest(filters, range, rows)}) one
      order by one.created_at desc, one.id desc ${limitOf(rows)}`;
  }
  if (only === 'status') return sql`${found} ${newest([tenant, ['status', status]], range, rows)}`;
  return sql`${found} ${newest([tenant], range, rows, conditionsOf(filter))}`;
}

/** Only uses columns that the index of the newest deposits covers. */
function conditionsOf(filter: DepositFilter): Fragment {
  const { status, walletId, paymentLinkId, origin, minCents, maxCents } = filter;
  return sql`
    ${when(status, sql`and status = ${status}`)}
    ${when(walletId, sql`and wallet_id = ${walletId}`)}
    ${when(paymentLinkId, sql`and payment_link_id = ${paymentLinkId}`)}
    ${when(minCents, sql`and amount_cents >= ${minCents}`)}
    ${when(maxCents, sql`and amount_cents <= ${maxCents}`)}
    ${origin === null ? sql`` : BY_ORIGIN[origin]}`;
}

const BY_ORIGIN = {
  api: sql`and payment_link_id is null and not from_panel`,
  link: sql`and payment_link_id is not null`,
  panel: sql`and payment_link_id is null and from_panel`,
};

/**
 * What a text names: a link by id or slug, a transaction, or else an external id. Each has an index
 * of the rows where it is not null.
 */
async function findNamed(
  db: Db,
  environmentId: EnvironmentId,
  q: string,
): Promise<readonly [column: string, value: string]> {
  if (q.startsWith('lnk_')) return ['payment_link_id', q];
  const [known] = await db<{ linkId: string | null; isTransaction: boolean }>`
    select (select id from payment_links
        where environment_id = ${environmentId} and slug = ${q}) as link_id,
      exists (select from deposits where environment_id = ${environmentId}
        and blockchain_tx_id = ${q.toLowerCase()}) as is_transaction`;
  if (known?.linkId) return ['payment_link_id', known.linkId];
  return known?.isTransaction ? ['blockchain_tx_id', q.toLowerCase()] : ['external_id', q];
}

export function depositItem(row: DepositRow): Static<typeof DepositRowView> {
  return {
    id: row.id,
    status: row.status,
    reason: reasonOf(row),
    amountCents: row.amountCents,
    feeCents: row.feeCents,
    totalCents: row.totalCents,
    netCents: row.netCents,
    payer: maskTaxId(row.taxId),
    walletId: row.walletId,
    walletLabel: row.walletLabel,
    origin: originOf(row),
    paymentLinkId: row.paymentLinkId,
    linkTitle: row.linkTitle,
    externalId: row.externalId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isMismatch: row.isMismatch,
  };
}
