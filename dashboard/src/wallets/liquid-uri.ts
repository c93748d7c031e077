import type { Mode } from '../api/use-tenant.ts';
import { plainTyped } from '../words/plain-typed.ts';

interface Receiver {
  /** What was typed, if it is no URI. */
  readonly address: string;
  readonly isUri: boolean;
  /** What the URI's scheme says. */
  readonly mode?: Mode;
  /** Each asset that the URI asks for. */
  readonly assetIds: readonly string[];
}

/** An address as wallets copy it: alone, or in a URI with the asset and amount to receive. */
export function readReceiver(typed: string): Receiver {
  const text = plainTyped(typed);
  const [, scheme, address = '', query = ''] =
    /^(liquidnetwork|liquidtestnet):([^?#]*)\??([^#]*)/i.exec(text) ?? [];
  if (scheme === undefined) return { address: text, isUri: false, assetIds: [] };
  const assetIds = [...new URLSearchParams(query)]
    .filter(([name]) => name.toLowerCase() === 'assetid')
    .map(([, id]) => id.toLowerCase());
  const mode = scheme.toLowerCase() === 'liquidnetwork' ? 'live' : 'test';
  return { address, isUri: true, mode, assetIds };
}
