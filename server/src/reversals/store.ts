import type { App } from '../app.ts';
import type { DepositId, EnvironmentId, Id } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Tx } from '../platform/db.ts';
import { sql, when } from '../platform/sql.ts';
import type { Position } from '../platform/page.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { ReversalKind } from './reversal.ts';

const NAME = 'reversals.payer_name';
const PAYER = 'reversals.payer_tax_id';
const INFORMED = 'reversals.informed_tax_id';

export interface Reversal {
  readonly environmentId: EnvironmentId;
  readonly id: Id<'med'>;
  readonly depositId: DepositId;
  readonly kind: ReversalKind;
  readonly providerRef: string;
  readonly blockchainTxId: string | null;
  readonly divergent: boolean;
  /** Whether it had been confirmed, or a MED was filed. */
  readonly disputed: boolean;
  readonly amountCents: Cents;
  readonly payerName: string | null;
  readonly payerTaxId: string | null;
  readonly informedTaxId: string;
  readonly deadline: Date;
  readonly createdAt: Date;
}

/** The columns of a `Reversal`; three of them are sealed. */
export const REVERSAL = sql`environment_id, id, deposit_id, kind, provider_ref, blockchain_tx_id,
  divergent, disputed, amount_cents, payer_name, payer_tax_id, informed_tax_id, deadline,
  created_at`;

/** Which facts are reported reliably, and so replace what was known before. */
interface ReportedFacts {
  /** Whether a MED's own report says so, and whether the payer is known. */
  readonly med: boolean;
  readonly payer: boolean;
  readonly amount: boolean;
  readonly ref: boolean;
  readonly deadline: Date | undefined;
  /** The charge's id, which stands in for the bank's until that is reported. */
  readonly charge: string;
}

/** What a reversal is reported by: all that later news may have changed, and nothing sealed. */
export type ReportedReversal = Pick<
  Reversal,
  'environmentId' | 'id' | 'kind' | 'disputed' | 'amountCents' | 'deadline'
>;

/**
 * One per deposit. Later news completes it: the payer, whom the first news may leave out, and
 * everything in a MED's own report. The creation time stays, and the deadline derived from it.
 * @returns the reversal as it then is, which may already have existed
 */
export async function upsertReversal(
  tx: Tx,
  app: App,
  reversal: Reversal,
  reported: ReportedFacts,
): Promise<ReportedReversal> {
  const { vault } = app;
  const { payerName, payerTaxId } = reversal;
  const [row] = await tx<ReportedReversal>`
    insert into reversals (${REVERSAL})
    values (${reversal.environmentId}, ${reversal.id}, ${reversal.depositId}, ${reversal.kind},
      ${reversal.providerRef}, ${reversal.blockchainTxId}, ${reversal.divergent},
      ${reversal.disputed}, ${reversal.amountCents},
      ${payerName === null ? null : vault.seal(NAME, payerName)},
      ${payerTaxId === null ? null : vault.seal(PAYER, payerTaxId)},
      ${vault.seal(INFORMED, reversal.informedTaxId)}, ${reversal.deadline}, ${reversal.createdAt})
    on conflict (environment_id, deposit_id) do update set
      kind = case when ${reported.payer} or ${reported.med} and not reversals.divergent
        then excluded.kind else reversals.kind end,
      divergent = case when ${reported.payer} then excluded.divergent else reversals.divergent end,
      disputed = reversals.disputed or excluded.disputed,
      amount_cents = case when ${reported.amount}
        then excluded.amount_cents else reversals.amount_cents end,
      deadline = case when ${reported.deadline ?? null}::timestamptz = excluded.deadline
        then excluded.deadline else reversals.deadline end,
      provider_ref = case when ${reported.ref} or reversals.provider_ref = ${reported.charge}
        then excluded.provider_ref else reversals.provider_ref end,
      blockchain_tx_id = coalesce(reversals.blockchain_tx_id, excluded.blockchain_tx_id),
      payer_name = case when ${reported.payer}
        then coalesce(excluded.payer_name, reversals.payer_name)
        else coalesce(reversals.payer_name, excluded.payer_name) end,
      payer_tax_id = case when ${reported.payer}
        then coalesce(excluded.payer_tax_id, reversals.payer_tax_id)
        else coalesce(reversals.payer_tax_id, excluded.payer_tax_id) end
    returning environment_id, id, kind, disputed, amount_cents, deadline`;
  if (!row) throw new Error('an insert returned no row');
  return row;
}

interface ReversalFilter {
  readonly kind: ReversalKind | null;
  readonly depositId: string | null;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Newest first, one row more than the limit. */
export async function listReversals(
  app: App,
  environmentId: EnvironmentId,
  filter: ReversalFilter,
): Promise<Reversal[]> {
  const { kind, depositId, after, limit } = filter;
  const range = indexRangeOf(after);
  const tenant = ['environment_id', environmentId] as const;
  // A deposit has at most one, so this needs no order.
  const found =
    depositId === null
      ? newest([tenant, ['kind', kind]], range, limit + 1)
      : sql`where environment_id = ${environmentId} and deposit_id = ${depositId}
          and (created_at, id) < (${range.at}, ${range.id})
          ${when(kind, sql`and kind = ${kind}`)}`;
  const rows = await app.db<Reversal>`
    select ${REVERSAL} from reversals ${found}`;
  return rows.map((row) => openReversal(app, row));
}

/** A row with its sealed fields unsealed. */
export function openReversal<Row extends Reversal>({ vault }: App, row: Row): Row {
  return {
    ...row,
    payerName: row.payerName && vault.open(NAME, row.payerName),
    payerTaxId: row.payerTaxId && vault.open(PAYER, row.payerTaxId),
    informedTaxId: vault.open(INFORMED, row.informedTaxId),
  };
}
