import { MINUTE_MS } from '../durations.ts';
import type { LiquidNetwork } from '../liquid/address.ts';
import { cachePromise } from '../platform/cache-promise.ts';
import type { Esplora } from './open-esplora.ts';
import { ChainFailure, type ChainSource } from './port.ts';

/** Of the public networks only: everybody who has a regtest creates their own. */
const GENESIS: Readonly<Partial<Record<LiquidNetwork, string>>> = {
  liquid: '1466275836220db2944ca059a3a10ef6fd2ea684b0688d2c379296888a206003',
  testnet: 'a771da8e52ee6ad581ed1e9a99825e5b3b7992225534eaa2ae23244fe26ab1c1',
};
/** Blocks come about every minute. */
const OLDEST_TIP_MS = 30 * MINUTE_MS;
const FRESH_MS = MINUTE_MS;
/** Only an operator can fix it, or hours of catching up. */
const WRONG_SECONDS = 300;

/**
 * Only trusts a server of the right network, and one that is in sync: a server of another network,
 * or one that lags, would truthfully deny knowing our transactions.
 * @param now a time that can be relied on more than this process's
 */
export function holdToNetwork(
  network: LiquidNetwork,
  server: Esplora,
  now: () => Promise<Date>,
): ChainSource {
  const genesis = GENESIS[network];
  if (genesis === undefined) return server;
  const isOurs = cachePromise(async () => {
    const reported = await server.readGenesis();
    if (reported === undefined || reported === genesis) return;
    throw new ChainFailure(`its chain is not that of the network ${network}`, WRONG_SECONDS);
  });
  const isFresh = cachePromise(async () => {
    const tipTime = await server.readTipTime();
    if (tipTime === undefined) return;
    const ageMs = (await now()).getTime() - tipTime.getTime();
    if (ageMs <= OLDEST_TIP_MS) return;
    const minutes = String(Math.floor(ageMs / MINUTE_MS));
    throw new ChainFailure(`its newest block is ${minutes} minutes old`, WRONG_SECONDS);
  }, FRESH_MS);
  const find = async <Found>(found: () => Promise<Found | undefined>) => {
    await isOurs();
    const one = await found();
    if (one === undefined) await isFresh();
    return one;
  };
  // An empty list claims that there is nothing more, so the server must be in sync.
  const holdAll = () => isOurs().then(isFresh);
  return {
    readTip: () => isOurs().then(() => server.readTip()),
    readTransaction: (txId) => find(() => server.readTransaction(txId)),
    readPlace: (txId) => find(() => server.readPlace(txId)),
    listUnspent: (address) => holdAll().then(() => server.listUnspent(address)),
    listTransactions: (address) => holdAll().then(() => server.listTransactions(address)),
  };
}
