import type { Mode } from '../api/use-tenant.ts';
import { readSegwit } from './segwit.ts';

type AddressProblem =
  'missing' | 'bitcoin' | 'notLiquid' | 'short' | 'ofLive' | 'ofTest' | 'damaged';

/**
 * What can be checked while typing; for an address in the older form only the server knows the
 * rest.
 */
export function problemOf(address: string, mode: Mode): AddressProblem | undefined {
  const text = address.trim();
  if (text === '') return 'missing';
  if (/^(?:bc1|tb1|[13][1-9A-HJ-NP-Za-km-z]{25,33}$)/.test(text)) return 'bitcoin';
  // Nor a Pix key of any kind, nor a code to copy and paste.
  if (/[^0-9a-z:?=&]|^0x|^\d+$/i.test(text)) return 'notLiquid';
  const segwit = readSegwit(text);
  if (segwit !== undefined && segwit.mode !== mode) return mode === 'test' ? 'ofLive' : 'ofTest';
  if (text.length < 30) return 'short';
  return segwit?.isWhole === false ? 'damaged' : undefined;
}
