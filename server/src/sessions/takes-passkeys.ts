import { isIP } from 'node:net';

/** Browsers create passkeys for host names only, on encrypted pages or on this machine. */
export function takesPasskeys(baseUrl: string): boolean {
  const { hostname, protocol } = new URL(baseUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) > 0) return false;
  return protocol === 'https:' || /(^|\.)localhost$/.test(hostname);
}
