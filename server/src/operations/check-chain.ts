import type { App } from '../app.ts';
import { ChainFailure } from '../chain/port.ts';
import type { LiquidNetwork } from '../liquid/address.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { type Check, ok, warn } from './finding.ts';

/** After this, it is only a warning: money still moves without the chain. */
const TIMEOUT_MS = 4_000;
/** No transaction can have this id. */
const NOBODYS = '00'.repeat(32);

/** Whether the chain can be queried, as the checks of deposits do. */
export function chainChecks(app: App): Check[] {
  const test = 'PONTE_ESPLORA_TEST_URL';
  return [
    { check: 'chain, test', look: () => lookAtChain(app, 'testnet', test) },
    ...(app.config.live
      ? [{ check: 'chain, live', look: () => lookAtChain(app, 'liquid', 'PONTE_ESPLORA_URL') }]
      : []),
  ];
}

async function lookAtChain(app: App, network: LiquidNetwork, setting: string) {
  const source = app.chainOf(network);
  const url = app.config.chain.esplora[network];
  if (!source || url === undefined) {
    return warn(
      'switched off: deposits stay unchecked, and balances on the chain unavailable',
      `Set ${setting} to the API of an Esplora server of the network ${network}.`,
    );
  }
  const { host } = new URL(url);
  try {
    // Only a server of this network that is in sync, and can look up transactions, answers.
    const reading = source.readPlace(NOBODYS).then(() => source.readTip());
    const tip = await withTimeout(reading, TIMEOUT_MS, () => {
      throw new ChainFailure('it does not answer in time');
    });
    return ok(`${host} answers; its newest block is ${String(tip)}`);
  } catch (error) {
    if (!(error instanceof ChainFailure)) throw error;
    return warn(
      `${host}: ${error.message}`,
      `See that ${setting} leads to the API of an Esplora server of the network ${network}, and that it can be reached from here.`,
    );
  }
}
