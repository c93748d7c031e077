import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { depositStatus } from '../deposits/view.ts';
import { type DepositId, type EnvironmentId, parseId } from '../ids.ts';
import { compareTaxIds, maskTaxId } from '../pix/tax-id.ts';
import { takenFor } from '../reversals/reversal.ts';
import { listReversals, type Reversal } from '../reversals/store.ts';
import type { DepositDetailView } from './deposit-views.ts';
import { originOf, reasonOf } from './list.ts';
import { readDepositChain } from './read-chain.ts';
import { readTransitions } from './read-transitions.ts';
import type { Moment } from './timeline.ts';

/** Facts about a deposit from other tables. */
interface Around {
  readonly walletLabel: string;
  readonly linkTitle: string | null;
  readonly linkSlug: string | null;
}

/** Undefined if the environment has no such deposit. */
export async function readDeposit(
  app: App,
  environmentId: EnvironmentId,
  id: DepositId,
): Promise<Static<typeof DepositDetailView> | undefined> {
  const deposit = await findDeposit(app, environmentId, id);
  if (!deposit) return undefined;
  const { confirmations } = app.config.chain;
  const [transitions, chain, [reversal], [around]] = await Promise.all([
    readTransitions(app.db, environmentId, id),
    readDepositChain(app.db, environmentId, id, confirmations),
    listReversals(app, environmentId, { kind: null, depositId: id, after: undefined, limit: 1 }),
    app.db<Around>`
      select w.label as wallet_label, l.title as link_title, l.slug as link_slug
      from wallets w left join payment_links l
        on l.environment_id = ${environmentId} and l.id = ${deposit.paymentLinkId}
      where w.environment_id = ${environmentId} and w.id = ${deposit.walletId}`,
  ]);
  if (!around) throw new Error('a deposit has no wallet');
  const reversedAs = reversal === undefined ? null : takenFor(reversal);
  const status = depositStatus(deposit);
  return {
    ...status,
    reason: reasonOf({ ...deposit, reversalKind: reversedAs === 'returned' ? null : reversedAs }),
    passFeesToPayer: deposit.passFeesToPayer,
    payer: maskTaxId(deposit.taxId),
    documentMatch: matchOf(deposit, reversal),
    origin: originOf(deposit),
    ...around,
    alertId: parseId('med', reversal?.id ?? '') ?? null,
    chain,
    liquidAddress: deposit.liquidAddress,
    pixQrCode: deposit.pixQrCode,
    pixQrImage: `${app.config.baseUrl}/qr/${deposit.id}.png`,
    updatedAt: deposit.updatedAt.toISOString(),
    isMismatch: chain.state === 'mismatch',
    // For a mere refund, its step says everything: nobody filed a MED.
    timeline: timelineOf(deposit, transitions, reversedAs === 'returned' ? undefined : reversal),
    raw: { ...status, chain },
  };
}

/** The provider lets only the announced payer pay, and refunds anybody else. */
function matchOf(
  { status, taxId }: Deposit,
  reversal: Reversal | undefined,
): 'same' | 'different' | 'unknown' | null {
  if (reversal?.divergent) return 'different';
  if (reversal?.payerTaxId) return compareTaxIds(reversal.payerTaxId, taxId);
  if (status === 'CONFIRMED') return 'same';
  return status === 'REFUNDED' ? 'unknown' : null;
}

function timelineOf(
  deposit: Deposit,
  transitions: readonly Moment[],
  reversal: Reversal | undefined,
): Moment[] {
  const created: Moment = {
    at: deposit.createdAt.toISOString(),
    what: 'created',
    cause: originOf(deposit),
  };
  if (!reversal) return [created, ...transitions];
  // What reported the refund also reported its kind.
  const cause = transitions.find(({ what }) => what === 'refunded')?.cause ?? 'provider_webhook';
  const reversed: Moment = { at: reversal.createdAt.toISOString(), what: reversal.kind, cause };
  const rest = [...transitions, reversed].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
  return [created, ...rest];
}
