import type { App } from '../app.ts';
import type { DepositId, EnvironmentId, WalletId } from '../ids.ts';
import { addressAt } from '../liquid/descriptor.ts';
import type { Tx } from '../platform/db.ts';
import {
  assignAddress,
  findAllocatedAddress,
  lockPositions,
  markUsed,
  type Positions,
} from '../wallets/address-store.ts';
import { openDescriptor } from '../wallets/open-keys.ts';
import { GAP_LIMIT } from '../wallets/wallet.ts';

/** The deposit that gets an address of its own. */
interface Receiver {
  readonly environmentId: EnvironmentId;
  readonly walletId: WalletId;
  readonly depositId: DepositId;
}

/**
 * An address from the wallet's descriptor for one deposit. Repeated calls return the same address,
 * and no other deposit gets it while this one can still be paid.
 */
export function allocateAddress(app: App, receiver: Receiver): Promise<string> {
  return enqueue(app, receiver.walletId, () => allocateNext(app, receiver));
}

const turns = new WeakMap<App, Map<WalletId, Promise<void>>>();

/**
 * Across processes the row lock decides. Within one process callers queue here, so that a burst for
 * one wallet does not use up the connection pool.
 */
function enqueue<Result>(
  app: App,
  walletId: WalletId,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = turns.get(app) ?? new Map<WalletId, Promise<void>>();
  turns.set(app, own);
  const result = (own.get(walletId) ?? Promise.resolve()).then(work);
  const turn = result.then(ended, ended);
  own.set(walletId, turn);
  function ended(): void {
    if (own.get(walletId) === turn) own.delete(walletId);
  }
  return result;
}

async function allocateNext(app: App, receiver: Receiver): Promise<string> {
  const { environmentId, walletId, depositId } = receiver;
  return app.db.begin(async (tx) => {
    const wallet = await lockPositions(tx, environmentId, walletId);
    const given = await findAllocatedAddress(tx, environmentId, depositId);
    if (given !== undefined) return given;
    const position = await choosePosition(tx, receiver, wallet);
    const descriptor = openDescriptor(app.vault, wallet.network, wallet.descriptor);
    const liquidAddress = addressAt(descriptor, wallet.network, 0, position).address.address;
    await assignAddress(tx, environmentId, walletId, { position, liquidAddress, depositId });
    return liquidAddress;
  });
}

/**
 * A fresh address, as long as a restored wallet would still find it (gap limit); after that, the
 * one given longest ago whose charge ended unpaid. If all can still be paid, a fresh one again:
 * telling deposits apart matters more.
 */
async function choosePosition(
  tx: Tx,
  receiver: Receiver,
  { nextPosition, usedPosition }: Positions,
): Promise<number> {
  if (nextPosition <= usedPosition + GAP_LIMIT) return nextPosition;
  const given = await listUnused(tx, receiver);
  const paid = given.flatMap(({ state, position }) => (state === 'paid' ? [position] : []));
  if (paid.length > 0) await markUsed(tx, receiver.environmentId, receiver.walletId, paid);
  if (nextPosition <= Math.max(usedPosition, ...paid) + GAP_LIMIT) return nextPosition;
  return given.find(({ state }) => state === 'free')?.position ?? nextPosition;
}

interface Unused {
  readonly position: number;
  readonly state: 'paid' | 'open' | 'free';
}

/** More than are ever open at once, yet few enough to keep the lock short. */
const MAX_UNUSED = 500;

/** Addresses without a known transaction, in the order in which they were given out. */
async function listUnused(tx: Tx, { environmentId, walletId }: Receiver): Promise<Unused[]> {
  return tx<Unused>`
    select a.position, case
      when d.confirmed_at is not null or d.blockchain_tx_id is not null then 'paid'
      when d.status = 'PENDING' then 'open'
      -- Without a deposit, its order may still be in flight, unless no charge was created after
      -- all.
      when d.id is null and coalesce(k.state in ('running', 'resting'),
        a.given_at > now() - interval '1 minute' and not exists (
          select from provider_attempts
          where environment_id = a.environment_id and resource_id = a.deposit_id
            and outcome = 'not_executed')) then 'open'
      else 'free' end as state
    from wallet_addresses a
    left join deposits d on d.environment_id = a.environment_id and d.id = a.deposit_id
    left join idempotency_keys k
      on k.environment_id = a.environment_id and k.resource_id = a.deposit_id
    where a.environment_id = ${environmentId} and a.wallet_id = ${walletId} and a.branch = 0
      and a.transactions = 0 and a.given_at is not null
    order by a.given_at, a.position limit ${MAX_UNUSED}`;
}
