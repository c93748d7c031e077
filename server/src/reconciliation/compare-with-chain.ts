import type { App } from '../app.ts';
import type { CheckFault, CheckState } from '../deposit-checks/deposit-check.ts';
import type { CreatedDeposit } from '../deposits/list-created-deposits.ts';
import type { DepositId, EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Connection } from '../provider/connection.ts';
import type { DifferenceKind } from './difference.ts';
import { recorder, resolveDifferences } from './difference-store.ts';
import type { ChainVerdict } from './result.ts';

/** The chain check of what the provider has sent. */
interface Check {
  readonly environmentId: EnvironmentId;
  readonly depositId: DepositId;
  /** Null if the provider has sent the stablecoin, and not yet said in which transaction. */
  readonly txId: string | null;
  /** Null if there is no check: no transaction to check, or a deposit older than chain checks. */
  readonly state: CheckState | null;
  readonly fault: CheckFault | null;
}

const KIND_OF = {
  missing: 'missing_on_chain',
  differs: 'other_on_chain',
} as const satisfies Partial<Record<ChainVerdict, DifferenceKind>>;

/**
 * What the chain checks found for these deposits so far; this does not query the chain. Differences
 * are recorded, and closed once the chain agrees.
 */
export async function compareWithChain(
  app: App,
  connection: Connection,
  deposits: readonly CreatedDeposit[],
): Promise<ReadonlyMap<CreatedDeposit, ChainVerdict>> {
  const checks = new Map(
    (await listChecks(app.db, deposits)).map((check) => [keyOf(check), check]),
  );
  const verdicts = new Map<CreatedDeposit, ChainVerdict>();
  const notMissing: string[] = [];
  const notOther: string[] = [];
  for (const deposit of deposits) {
    const { environmentId, id: depositId, providerRef } = deposit;
    const check = checks.get(keyOf({ environmentId, depositId }));
    const verdict = verdictOf(check);
    verdicts.set(deposit, verdict);
    // A transaction that is being searched for again may still turn out to be missing.
    if (verdict === 'nothing_due' || verdict === 'unchecked') continue;
    if (verdict !== 'missing') notMissing.push(providerRef);
    if (verdict !== 'differs') notOther.push(providerRef);
    if (!check || verdict === 'agrees') continue;
    const { txId, fault } = check;
    await recorder(app, connection, deposit)(KIND_OF[verdict], null, { txId, fault });
  }
  await resolveDifferences(app.db, connection, notMissing, [KIND_OF.missing], 'healed');
  await resolveDifferences(app.db, connection, notOther, [KIND_OF.differs], 'healed');
  return verdicts;
}

function verdictOf(check: Check | undefined): ChainVerdict {
  if (!check) return 'nothing_due';
  const { state, fault } = check;
  if (state === 'mismatch') return fault === 'missing' ? 'missing' : 'differs';
  // An unreachable server says nothing about the chain, however long that lasts.
  return state === null || state === 'unchecked' ? 'unchecked' : 'agrees';
}

function keyOf({ environmentId, depositId }: Pick<Check, 'environmentId' | 'depositId'>): string {
  return `${environmentId} ${depositId}`;
}

/** For the deposits that the provider has sent, or whose transaction it has reported. */
function listChecks(db: Db, deposits: readonly CreatedDeposit[]): Promise<Check[]> {
  return db<Check>`
    select d.environment_id, d.id as deposit_id, d.blockchain_tx_id as tx_id, c.state, c.fault
    from unnest(${deposits.map(({ environmentId }) => environmentId)}::text[],
      ${deposits.map(({ id }) => id)}::text[]) as made (environment_id, id)
    join deposits d on d.environment_id = made.environment_id and d.id = made.id
    left join deposit_checks c on c.environment_id = d.environment_id and c.deposit_id = d.id
    where d.blockchain_tx_id is not null or d.provider_status = 'depix_sent'`;
}
