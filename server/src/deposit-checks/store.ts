import { aheadOf } from '../accounts/store.ts';
import type { App, Tenant } from '../app.ts';
import type { DepositId, EnvironmentId, WalletId } from '../ids.ts';
import type { Opened } from '../liquid/output.ts';
import type { Cents } from '../money.ts';
import type { Db, Tx } from '../platform/db.ts';
import { lockDueLooks, type Whose } from '../queues/look-store.ts';
import type { Candidate, CheckFault, CheckState, Verdict } from './deposit-check.ts';

const OPENING = 'deposit_checks.opening';
/** Longer than a turn may take. */
const LEASE_SECONDS = 120;

/** A check that only one worker may make until its lease expires. */
export interface DueCheck extends Tenant {
  readonly depositId: DepositId;
  readonly txId: string;
  readonly state: CheckState;
  readonly fault: CheckFault | null;
  readonly confirmations: number;
  /** The output that pays this deposit; if `units` is known too, it was the right one. */
  readonly vout: number | null;
  readonly units: number | null;
  /** Serves as the fencing token: a worker with an older number changes nothing. */
  readonly looks: number;
  /** How long it has been in this state. */
  readonly inStateMs: number;
  /** For how long servers that answered have not known the transaction. */
  readonly missingMs: number;
  readonly walletId: WalletId;
  readonly liquidAddress: string;
  readonly settledCents: Cents;
  /** A lower bound, by the database's clock: the environment's may have been put forward since. */
  readonly orderedAt: Date;
}

/** Leases due checks for as long as a turn may take, so that no two workers make the same one. */
export async function leaseChecks(db: Db, limit: number, whose: Whose): Promise<DueCheck[]> {
  return db<DueCheck>`
    update deposit_checks c
    set looks = c.looks + 1, look_at = now() + ${LEASE_SECONDS} * interval '1 second'
    from deposits d, environments e
    where c.ctid = any(array(${lockDueLooks('deposit_checks', whose, limit)}))
      and d.environment_id = c.environment_id and d.id = c.deposit_id
      and e.id = c.environment_id
    returning c.environment_id, c.deposit_id, e.mode, c.tx_id, c.state, c.fault, c.confirmations,
      c.vout, c.units, c.looks,
      extract(epoch from now() - c.state_since)::float8 * 1000 as in_state_ms,
      coalesce(extract(epoch from now() - c.missing_since)::float8 * 1000, 0) as missing_ms,
      d.wallet_id, d.liquid_address, d.settled_cents,
      d.created_at - e.clock_offset_ms * interval '1 ms' as ordered_at`;
}

/** Reschedules a look that found out nothing, unless there is no next: what was known stays. */
export async function postponeCheck(db: Db, check: DueCheck, pauseMs: number): Promise<void> {
  await db`
    update deposit_checks set look_at = now() + ${pauseMs}::float8 * interval '1 ms'
    where environment_id = ${check.environmentId} and deposit_id = ${check.depositId}
      and looks = ${check.looks} and look_at is not null`;
}

/** The outputs of a transaction that other deposits of the environment have claimed. */
export async function listTaken(db: Db, check: DueCheck): Promise<Set<number>> {
  const rows = await db<{ vout: number }>`
    select vout from deposit_checks
    where environment_id = ${check.environmentId} and tx_id = ${check.txId} and vout is not null
      and deposit_id <> ${check.depositId}`;
  return new Set(rows.map(({ vout }) => vout));
}

/** What a look found, besides its verdict. */
export interface Found {
  readonly isAbsent: boolean;
  readonly blockHash: string | null;
  /** Without witnesses, in hex; undefined if the look did not have to read it. */
  readonly transaction: string | undefined;
  /** Undefined: no further look. */
  readonly pauseMs: number | undefined;
}

/**
 * What is known about a transaction stays while no server knows it, since it may come back.
 * @returns false if the lease was lost
 * @throws a unique violation of `deposit_checks_output` if another deposit has claimed the output
 */
export async function recordLook(
  tx: Tx,
  app: App,
  check: DueCheck,
  verdict: Verdict,
  { isAbsent, blockHash, transaction, pauseMs }: Found,
): Promise<boolean> {
  const { state, fault, output } = verdict;
  const isRead = transaction !== undefined;
  const rows = await tx`
    update deposit_checks c set
      state = ${state}, fault = ${fault}, confirmations = ${verdict.confirmations},
      block_hash = ${blockHash}, asset_ok = ${verdict.assetOk}, amount_ok = ${verdict.amountOk},
      vout = case when ${isAbsent} then c.vout else ${output?.vout ?? null}::integer end,
      units = case when ${isAbsent} then c.units else ${storable(verdict.units)}::bigint end,
      transaction = case when ${isRead} then decode(${transaction ?? ''}, 'hex')
        else c.transaction end,
      opening = case when ${isRead} then ${sealedOpening(app, output?.held)}::text
        else c.opening end,
      checked_at = now(),
      missing_since = case when ${isAbsent} then coalesce(c.missing_since, now()) end,
      state_since = case when c.state = ${state} and c.fault is not distinct from ${fault}
        then c.state_since else now() end,
      look_at = now() + ${pauseMs ?? null}::float8 * interval '1 ms'
    where c.environment_id = ${check.environmentId} and c.deposit_id = ${check.depositId}
      and c.looks = ${check.looks}
    returning c.deposit_id`;
  return rows.length > 0;
}

/** An amount larger than any real one cannot be stored, and is never the right one. */
function storable(units: bigint | null): string | null {
  return units === null || units > BigInt(Number.MAX_SAFE_INTEGER) ? null : String(units);
}

/** How a hidden output was unblinded. */
type StoredOpening = Pick<Opened, 'asset' | 'assetBlindingFactor' | 'valueBlindingFactor'>;

function sealedOpening(app: App, held: Candidate['held'] | undefined): string | null {
  if (held?.kind !== 'opened') return null;
  const { asset, assetBlindingFactor, valueBlindingFactor } = held;
  const opening: StoredOpening = { asset, assetBlindingFactor, valueBlindingFactor };
  return app.vault.seal(OPENING, JSON.stringify(opening));
}

interface SeenPayment {
  readonly liquidAddress: string;
  /** Without witnesses, in hex; null if there is no such output now. */
  readonly transaction: string | null;
  readonly vout: number | null;
  readonly opening: Opened | null;
  readonly blockHash: string | null;
  readonly confirmations: number;
  readonly checkedAt: Date | null;
}

/** What was seen of a deposit's payment; undefined if the environment has no such deposit. */
export async function findSeenPayment(
  app: App,
  environmentId: EnvironmentId,
  depositId: DepositId,
): Promise<SeenPayment | undefined> {
  interface Row extends Omit<SeenPayment, 'opening'> {
    readonly opening: string | null;
    readonly units: number | null;
  }
  const [row] = await app.db<Row>`
    select d.liquid_address, encode(c.transaction, 'hex') as transaction, c.vout, c.opening,
      c.units, c.block_hash, coalesce(c.confirmations, 0) as confirmations,
      c.checked_at + ${aheadOf(environmentId)} as checked_at
    from deposits d
    left join deposit_checks c on c.environment_id = d.environment_id and c.deposit_id = d.id
      and c.state in ('seen', 'confirmed', 'unobservable')
    where d.environment_id = ${environmentId} and d.id = ${depositId}`;
  if (!row) return undefined;
  const { opening, units, ...seen } = row;
  return { ...seen, opening: openedOf(app, opening, units) };
}

function openedOf(app: App, sealed: string | null, units: number | null): Opened | null {
  if (sealed === null || units === null) return null;
  // Only `sealedOpening` writes this column.
  const stored = JSON.parse(app.vault.open(OPENING, sealed)) as StoredOpening;
  return { kind: 'opened', units: BigInt(units), ...stored };
}
