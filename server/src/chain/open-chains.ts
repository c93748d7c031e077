import type { ChainSettings } from '../config.ts';
import type { LiquidNetwork } from '../liquid/address.ts';
import { holdToNetwork } from './hold-to-network.ts';
import { type Esplora, openEsplora } from './open-esplora.ts';
import type { ServerOptions } from './open-server.ts';
import type { ChainSource } from './port.ts';

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** It makes its proofs when they are asked for, one after the other. */
const SANDBOX_TIMEOUT_MS = 30_000;
/** What runs on this machine comes back soon, or is started anew. */
const SANDBOX_BACK_OFF_MS = 2_000;

/** One source a server, however many networks it serves. Nothing is asked before the first use. */
export function openChains(
  settings: ChainSettings,
): (network: LiquidNetwork) => ChainSource | undefined {
  const servers = new Map<string, Esplora>();
  const sources = new Map<LiquidNetwork, ChainSource>();
  const openServer = (url: string): Esplora => {
    const server = servers.get(url) ?? openEsplora(url, optionsOf(url, settings));
    servers.set(url, server);
    return server;
  };
  return (network) => {
    const url = settings.esplora[network];
    if (url === undefined) return undefined;
    const known = sources.get(network);
    if (known) return known;
    const server = openServer(url);
    // The sandbox's chain is no network's, and takes the addresses of each.
    const source = url === settings.sandbox ? server : holdToNetwork(network, server);
    sources.set(network, source);
    return source;
  };
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
