import type { LiquidNetwork } from '../liquid/address.ts';
import type { Esplora } from './open-esplora.ts';
import { ChainFailure, type ChainSource } from './port.ts';

/** Of the networks that everybody shares; whoever has a regtest begins it anew. */
const GENESIS: Readonly<Partial<Record<LiquidNetwork, string>>> = {
  liquid: '1466275836220db2944ca059a3a10ef6fd2ea684b0688d2c379296888a206003',
  testnet: 'a771da8e52ee6ad581ed1e9a99825e5b3b7992225534eaa2ae23244fe26ab1c1',
};
/** A block comes about every minute. */
const OLDEST_TIP_MS = 30 * 60_000;
const FRESH_MS = 60_000;
/** Only an operator can mend it, or hours of catching up. */
const WRONG_SECONDS = 300;

/**
 * Believes a server only of its own network, and only what it has caught up with. Another
 * network's, or one that lags, would truly say of our transactions that it knows none.
 */
export function holdToNetwork(network: LiquidNetwork, server: Esplora): ChainSource {
  const genesis = GENESIS[network];
  if (genesis === undefined) return server;
  const isOurs = rememberSuccess(Infinity, async () => {
    const told = await server.readGenesis();
    if (told === undefined || told === genesis) return;
    throw new ChainFailure(`its chain is not that of the network ${network}`, WRONG_SECONDS);
  });
  const isFresh = rememberSuccess(FRESH_MS, async () => {
    const tipTime = await server.readTipTime();
    const ageMs = tipTime ? Date.now() - tipTime.getTime() : 0;
    if (ageMs <= OLDEST_TIP_MS) return;
    const minutes = String(Math.floor(ageMs / 60_000));
    throw new ChainFailure(`its newest block is ${minutes} minutes old`, WRONG_SECONDS);
  });
  const find = async <Found>(found: () => Promise<Found | undefined>) => {
    await isOurs();
    const one = await found();
    if (one === undefined) await isFresh();
    return one;
  };
  // An empty list says that there is nothing more.
  const holdAll = () => isOurs().then(isFresh);
  return {
    readTip: () => isOurs().then(() => server.readTip()),
    readTransaction: (txId) => find(() => server.readTransaction(txId)),
    readPlace: (txId) => find(() => server.readPlace(txId)),
    listUnspent: (address) => holdAll().then(() => server.listUnspent(address)),
    listTransactions: (address) => holdAll().then(() => server.listTransactions(address)),
  };
}

/** What succeeded holds for so long; many who ask at once share one look. */
function rememberSuccess(forMs: number, look: () => Promise<void>): () => Promise<void> {
  let known: { readonly until: number; readonly looked: Promise<void> } | undefined;
  return async () => {
    if (known === undefined || known.until < performance.now()) {
      known = { until: performance.now() + forMs, looked: look() };
    }
    const mine = known;
    try {
      await mine.looked;
    } catch (error) {
      if (known === mine) known = undefined;
      throw error;
    }
  };
}
