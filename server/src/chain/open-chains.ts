import type { ChainSettings } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import type { LiquidNetwork } from '../liquid/address.ts';
import { memoize } from '../platform/memoize.ts';
import { holdToNetwork } from './hold-to-network.ts';
import { openEsplora } from './open-esplora.ts';
import type { ServerOptions } from './open-server.ts';
import type { ChainSource } from './port.ts';

const TIMEOUT_MS = 10_000;
/** The sandbox computes its proofs on demand, one after the other. */
const SANDBOX_TIMEOUT_MS = 30_000;
/** A server on this machine recovers soon, or is restarted. */
const SANDBOX_BACK_OFF_MS = 2_000;

/**
 * One source per server, however many networks it serves. Nothing is called before first use.
 * @param now by which it is judged whether a server lags behind
 */
export function openChains(
  settings: ChainSettings,
  now: () => Promise<Date>,
): (network: LiquidNetwork) => ChainSource | undefined {
  const serverAt = memoize((url: string) => openEsplora(url, optionsOf(url, settings)));
  return memoize((network: LiquidNetwork) => {
    const url = settings.esplora[network];
    if (url === undefined) return undefined;
    const server = serverAt(url);
    // The sandbox's chain belongs to no network, and accepts the addresses of all.
    return url === settings.sandbox ? server : holdToNetwork(network, server, now);
  });
}

function optionsOf(url: string, { sandbox, callsPerMinute }: ChainSettings): ServerOptions {
  return url === sandbox
    ? {
        callsPerMinute: undefined,
        longestBackOffMs: SANDBOX_BACK_OFF_MS,
        timeoutMs: SANDBOX_TIMEOUT_MS,
      }
    : { callsPerMinute, longestBackOffMs: 5 * MINUTE_MS, timeoutMs: TIMEOUT_MS };
}
