import assert from 'node:assert/strict';
import type { App } from '../src/app.ts';
import { openChains } from '../src/chain/open-chains.ts';
import { readConfig } from '../src/config.ts';
import { lookAtAddresses, openAddressTurns } from '../src/holdings/look-at-addresses.ts';
import type { EnvironmentId } from '../src/ids.ts';
import { readLiquidAddress } from '../src/liquid/address.ts';
import { openUnblinder } from '../src/liquid/open-unblinder.ts';
import { readBalances } from '../src/transactions/store.ts';
import { registerWallet, type WalletOrder } from '../src/wallets/register-wallet.ts';
import { testApp, testEnvironment } from './app.ts';
import type { Scope } from './database.ts';
import { openChainServer } from './esplora.ts';
import { explicitTransaction } from './explicit-transaction.ts';

/** The wallet whose addresses are looked at. */
interface WatchedWallet {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

/** A chain on loopback, and a worker that looks at wallets' addresses when it is told to. */
export async function openHoldings(scope: Scope, depix: string) {
  const chain = await openChainServer(scope);
  const unblinder = openUnblinder();
  scope.after(() => unblinder.close());
  const app = await testApp(scope, { env: { PONTE_DEPIX_TEST_ASSET_ID: depix } });

  /** A fresh chain source: what earlier failures taught is forgotten. */
  function asking(): App {
    const env = { PONTE_ESPLORA_URL: chain.url, PONTE_ESPLORA_CALLS_PER_MINUTE: '1000000' };
    return { ...app, chainOf: openChains(readConfig(env).chain, async () => new Date()) };
  }
  async function open(order: Partial<WalletOrder>) {
    const { environment } = await testEnvironment(app);
    const named = { label: '', makeDefault: true, ...order };
    return { environmentId: environment.id, ...(await registerWallet(app, environment, named)) };
  }
  async function onChain({ environmentId, id }: WatchedWallet) {
    const { wallets } = await readBalances(app.db, environmentId);
    const found = wallets.find(({ walletId }) => walletId === id);
    assert.ok(found);
    const { onChainState: state, onChainCents: cents, checkedAt } = found;
    assert.equal(state === 'known', cents !== null && checkedAt !== null);
    return { state, cents };
  }
  async function makeDue({ environmentId }: WatchedWallet): Promise<void> {
    await app.db`
      update wallet_addresses set look_at = now()
      where environment_id = ${environmentId} and look_at is not null`;
  }
  const turns = openAddressTurns();
  const turn = (asked = asking()): Promise<boolean> => lookAtAddresses(asked, unblinder, turns);
  async function lookAll(asked = asking()): Promise<void> {
    const due = async (): Promise<boolean> => {
      const rows = await app.db`select from wallet_addresses where look_at <= now() limit 1`;
      return rows.length > 0;
    };
    while (await due()) await turn(asked);
  }
  return {
    ...{ app, chain, asking, open, onChain, makeDue, turn, lookAll },
    /** The balance after a look at the wallet. */
    looked: async (wallet: WatchedWallet, asked = asking()) => {
      await makeDue(wallet);
      await lookAll(asked);
      return onChain(wallet);
    },
    pay: (address: string, amounts: readonly (readonly [units: number, asset?: string])[]) => {
      const script = readLiquidAddress(address, ['testnet'])?.script ?? '';
      const outputs = amounts.map(([units, asset = depix]) => ({ script, asset, units }));
      return chain.put(explicitTransaction(outputs), 90);
    },
    age: async ({ environmentId }: WatchedWallet, interval: string): Promise<void> => {
      await app.db`
        update wallet_addresses set checked_at = checked_at - ${interval}::interval,
          failing_since = failing_since - ${interval}::interval
        where environment_id = ${environmentId}`;
    },
  };
}
