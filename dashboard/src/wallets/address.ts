import type { Mode } from '../api/use-tenant.ts';
import { readReceiver } from './liquid-uri.ts';
import { readSegwit } from './segwit.ts';

type AddressProblem =
  'missing' | 'bitcoin' | 'notLiquid' | 'short' | 'ofLive' | 'ofTest' | 'otherAsset' | 'damaged';

/**
 * What can be checked while typing; for an address in the older form only the server knows the
 * rest.
 * @param depix the asset that must be asked for, if a URI asks for one; undefined if not known
 */
export function problemOf(
  typed: string,
  mode: Mode,
  depix: string | undefined,
): AddressProblem | undefined {
  const { address: text, assetIds, ...uri } = readReceiver(typed);
  if (text === '') return 'missing';
  if (/^(?:bc1|tb1|[13][1-9A-HJ-NP-Za-km-z]{25,33}$)/.test(text)) return 'bitcoin';
  // Nor a Pix key of any kind, nor a code to copy and paste.
  if (/[^0-9a-z]|^0x|^\d+$/i.test(text)) return 'notLiquid';
  const segwit = readSegwit(text);
  const modes = [uri.mode ?? mode, segwit?.mode ?? mode];
  if (modes.some((one) => one !== mode)) return mode === 'test' ? 'ofLive' : 'ofTest';
  if (depix !== undefined && assetIds.some((id) => id !== depix)) return 'otherAsset';
  if (text.length < 30) return 'short';
  return segwit?.isWhole === false ? 'damaged' : undefined;
}
