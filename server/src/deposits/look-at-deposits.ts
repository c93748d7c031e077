import type { App } from '../app.ts';
import { faultOf } from '../platform/log.ts';
import { ProviderFailure } from '../provider/port.ts';
import { readBack } from './read-back.ts';
import { leaseLooks, type OpenDeposit, scheduleLook } from './store.ts';

const BATCH = 200;
const MARGIN_MS = 5 * 60_000;
/** How much of the provider's list one turn asks for; older charges are read one by one. */
const WINDOW_MS = 60 * 60_000;
/** A provider that drags on keeps no other connection waiting longer. */
const PATIENCE_MS = 20_000;

/**
 * Looks at open deposits whose notice may have been lost. One list call a provider connection
 * shows which of them changed; only those are read one by one.
 */
export async function lookAtDeposits(app: App): Promise<boolean> {
  const due = await leaseLooks(app.db, BATCH);
  const connections = Map.groupBy(due, (deposit) =>
    deposit.mode === 'live' ? 'live' : deposit.environmentId,
  );
  await Promise.all([...connections.values()].map((deposits) => lookThrough(app, deposits)));
  return due.length === BATCH;
}

async function lookThrough(app: App, deposits: readonly OpenDeposit[]): Promise<void> {
  const [first] = deposits;
  const provider = first && app.providerOf(first);
  if (!provider) return;
  try {
    const times = deposits.map(({ createdAt }) => createdAt.getTime());
    const listed = await provider.listCharges(
      new Date(Math.max(Math.min(...times), Math.max(...times) - WINDOW_MS) - MARGIN_MS),
      new Date(Math.max(...times) + MARGIN_MS),
    );
    const statuses = new Map(listed.map(({ ref, status }) => [ref, status]));
    const until = performance.now() + PATIENCE_MS;
    for (const deposit of deposits) {
      // What is left was put off when it was leased.
      if (performance.now() > until) break;
      await lookAt(app, deposit, statuses.get(deposit.providerRef)).catch((error: unknown) => {
        // One charge that cannot be read keeps nobody else waiting; a throttled call ends the turn.
        if (!(error instanceof ProviderFailure) || error.outcome === 'not_executed') throw error;
      });
    }
  } catch (error) {
    // Their looks were put off already; a provider that is away is not asked harder.
    if (!(error instanceof ProviderFailure)) throw error;
    app.log.warn({ job: 'deposit looks', ...faultOf(error) });
  }
}

async function lookAt(app: App, deposit: OpenDeposit, listed: string | undefined): Promise<void> {
  const { environmentId, id, providerRef: ref } = deposit;
  if (isTold(deposit, listed)) await scheduleLook(app.db, environmentId, id);
  else await readBack(app, { ...deposit, ref }, 'poll');
}

/** Whether a reading would bring nothing new. */
function isTold(deposit: OpenDeposit, listed: string | undefined): boolean {
  if (listed !== (deposit.providerStatus ?? 'pending')) return false;
  // An error is held for a day and then believed, and the transaction may be told after the
  // sending.
  return listed !== 'error' && (listed !== 'depix_sent' || deposit.blockchainTxId !== null);
}
