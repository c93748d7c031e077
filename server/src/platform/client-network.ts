import { isIP } from 'node:net';
import { ApiError } from '../errors.ts';

/** A trusted proxy sent something that is not an address; all such clients count as one. */
const UNREADABLE = 'unknown';

/**
 * What limits count a client by: for IPv4 the address itself, however it is spelled; for IPv6 its
 * /64 network, since a single customer has all its addresses.
 * @param ip undefined if the client disconnected before its request was handled
 * @throws ApiError invalid_request if so: there is nobody to count, or to answer
 */
export function networkOf(ip: string | undefined): string {
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

/** Some proxies append the port, and link-local addresses have an interface. */
function withoutPort(ip: string): string {
  const text = ip.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, dotted] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? text).split('%', 1);
  return address;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser normalizes the address, and writes it without dots.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(before), read(after ?? '')];
  const left = Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: left }, () => 0), ...last];
}
