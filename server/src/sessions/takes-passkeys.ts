import { isIP } from 'node:net';

/** Browsers make passkeys for names, on encrypted pages or on this very machine. */
export function takesPasskeys(baseUrl: string): boolean {
  const { hostname, protocol } = new URL(baseUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) > 0) return false;
  return protocol === 'https:' || /(^|\.)localhost$/.test(hostname);
}
