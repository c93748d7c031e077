import { isIP } from 'node:net';
import { ApiError } from '../errors.ts';

/** Where a proxy that is believed told nothing that can be an address: all such share one. */
const UNREADABLE = 'unknown';

/**
 * Whom an address counts for: IPv4 itself, in whatever spelling; of IPv6 the network of 64 bits,
 * since one customer has all addresses of it.
 * @param ip undefined where whoever asked had cut the connection before we came to it
 * @throws ApiError invalid_request of them: nobody is there to be counted, or answered
 */
export function addressOf(ip: string | undefined): string {
  if (ip === undefined) throw new ApiError('invalid_request');
  const address = withoutPort(ip);
  const version = isIP(address);
  if (version === 4) return address;
  if (version !== 6) return UNREADABLE;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Some proxies tell the port too, and an address of a link its interface. */
function withoutPort(ip: string): string {
  const text = ip.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, dotted] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? text).split('%', 1);
  return address;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // An address in a URL is always written in one way, without dots.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(before), read(after ?? '')];
  const left = Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: left }, () => 0), ...last];
}
