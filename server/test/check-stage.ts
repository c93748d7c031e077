import assert from 'node:assert/strict';
import type { App } from '../src/app.ts';
import type { Mode } from '../src/accounts/environment.ts';
import type { ChainSource } from '../src/chain/port.ts';
import { checkDeposits, openCheckTurns } from '../src/deposit-checks/check-deposits.ts';
import { checkView } from '../src/deposit-checks/view.ts';
import { type Deposit, priceDeposit } from '../src/deposits/deposit.ts';
import { findStatus } from '../src/deposits/find-status.ts';
import { LIQUID_NETWORKS, type LiquidNetwork, readLiquidAddress } from '../src/liquid/address.ts';
import type { Opening } from '../src/liquid/output.ts';
import { randomTestAddress } from '../src/liquid/random-test-address.ts';
import { unitsOf } from '../src/liquid/units.ts';
import { cents } from '../src/money.ts';
import { listAlerts, listWords } from '../src/operator-alerts/store.ts';
import { testApp, testEnvironment, type TestTenant } from './app.ts';
import { storedDeposit } from './deposits.ts';
import { openScriptedChain, type ScriptedChain, type ScriptedOutput } from './scripted-chain.ts';

export interface CheckStage {
  readonly app: App;
  readonly chain: ScriptedChain;
  /** The network that each look was to ask; with no source set, nobody can be asked. */
  readonly networks: LiquidNetwork[];
  source: ChainSource | undefined;
}

/** An app whose chain says what the test tells it to. */
export async function openCheckStage(): Promise<CheckStage> {
  const chain = openScriptedChain();
  const app = await testApp(undefined, {
    chainOf: (network) => {
      stage.networks.push(network);
      return stage.source;
    },
  });
  const stage: CheckStage = { app, chain, networks: [], source: chain.source };
  return stage;
}

/** A deposit whose transaction has not been named yet. */
export async function openDeposit(
  { app }: CheckStage,
  tenant?: TestTenant,
  changes: Partial<Deposit> = {},
): Promise<Deposit> {
  const liquidAddress = randomTestAddress().address;
  return storedDeposit(app, tenant ?? (await testEnvironment(app)), { liquidAddress, ...changes });
}

/** What is different about a deposit of another amount. */
export function priceOf(amountCents: number): Partial<Deposit> {
  const schedule = { percentBasisPoints: 200, fixedCents: cents(99) };
  return priceDeposit(cents(amountCents), schedule, true, cents(99)) ?? {};
}

/** The provider names the transaction that paid it. */
export async function setTx(
  { app }: CheckStage,
  { environmentId, id }: Deposit,
  txId: string,
): Promise<void> {
  await app.db`
    update deposits set blockchain_tx_id = ${txId}
    where environment_id = ${environmentId} and id = ${id}`;
}

const scriptOf = ({ liquidAddress }: Deposit): string =>
  readLiquidAddress(liquidAddress, LIQUID_NETWORKS)?.script ?? '';

/** An unblinded output that pays a deposit. */
export function pays(
  { app }: CheckStage,
  deposit: Deposit,
  {
    mode = 'test',
    moreUnits = 0n,
    asset,
  }: { mode?: Mode; moreUnits?: bigint; asset?: string } = {},
): ScriptedOutput {
  const units = unitsOf(deposit.settledCents) + moreUnits;
  return { script: scriptOf(deposit), asset: asset ?? app.config.depixAssetId[mode], units };
}

/** An output to a deposit that hides what the opening says. */
export function hides(deposit: Deposit, opening: Opening): ScriptedOutput {
  return { script: scriptOf(deposit), opening };
}

export function openedTo({ app }: CheckStage, deposit: Deposit, asset?: string): Opening {
  return {
    kind: 'opened',
    asset: asset ?? app.config.depixAssetId.test,
    units: unitsOf(deposit.settledCents),
    assetBlindingFactor: 'aa'.repeat(32),
    valueBlindingFactor: 'bb'.repeat(32),
  };
}

/** Makes every look at these deposits due, and no other. */
export async function hasten({ app }: CheckStage, deposits: readonly Deposit[]): Promise<void> {
  await app.db`
    update deposit_checks
    set look_at = case when deposit_id = any(${deposits.map(({ id }) => id)}::text[]) then now() end`;
}

/** One turn of a worker that has nothing else to do. */
export async function look(stage: CheckStage, ...deposits: readonly Deposit[]): Promise<void> {
  await hasten(stage, deposits);
  stage.chain.asked.length = 0;
  await checkDeposits(stage.app, stage.chain.unblinder, openCheckTurns());
}

/** What the status route says about the chain. */
export async function chainOf({ app }: CheckStage, { environmentId, id }: Deposit) {
  const status = await findStatus(app.db, { environmentId, id });
  assert.ok(status);
  return checkView(status);
}

/** State or fault, confirmations, and what is known for certain about asset and amount. */
export async function stateOf(stage: CheckStage, deposit: Deposit): Promise<string> {
  const { state, confirmations, assetOk, amountOk } = await chainOf(stage, deposit);
  const [row] = await stage.app.db<{ fault: string | null }>`
    select fault from deposit_checks
    where environment_id = ${deposit.environmentId} and deposit_id = ${deposit.id}`;
  return [row?.fault ?? state, confirmations, assetOk ?? '?', amountOk ?? '?'].join(' ');
}

/** The time until the next look; null: never. */
export async function nextLookMs({ app }: CheckStage, { id }: Deposit): Promise<number | null> {
  const [row] = await app.db<{ ms: number | null }>`
    select extract(epoch from look_at - now())::float8 * 1000 as ms
    from deposit_checks where deposit_id = ${id}`;
  return row?.ms ?? null;
}

/** As if the state had lasted, and the transaction had been missing, for that much longer. */
export async function letPass({ app }: CheckStage, { id }: Deposit, span: string): Promise<void> {
  await app.db`
    update deposit_checks set missing_since = missing_since - ${span}::interval,
      state_since = state_since - ${span}::interval
    where deposit_id = ${id}`;
}

/** The faults that an operator was alerted to for a deposit. */
export async function warnings({ app }: CheckStage, { id }: Deposit): Promise<string[]> {
  const alert = (await listAlerts(app.db, true)).find(({ subject }) => subject === id);
  if (!alert) return [];
  assert.equal(alert.kind, 'chain_mismatch');
  const words = await listWords(app, alert.id);
  // Only the check writes them.
  return words.map((word) => (JSON.parse(word) as { fault: string }).fault);
}
