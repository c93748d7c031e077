import { EsploraRefusal } from './refusal.ts';

/** Reads 32 bytes in hex, as ids and hashes are written. @throws EsploraRefusal 400 */
export function readHash(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new EsploraRefusal(400, 'Invalid hex string');
  return text.toLowerCase();
}
