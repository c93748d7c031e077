import { isIP } from 'node:net';

export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** Whether a host, from a URL or a listening address, leads only to this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
}

/**
 * The address to listen on for a configured host. For `localhost` Fastify would open a second
 * server on the name's other address, without our hooks: it would not drain its connections at a
 * stop, for one.
 */
export function listenedOn(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}

function isEverywhere({ host }: Listener): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Whether only one of the two can listen. */
export function areInConflict(one: Listener, other: Listener): boolean {
  if (one.port !== other.port) return false;
  return one.host === other.host || isEverywhere(one) || isEverywhere(other);
}

/** Where this machine itself reaches a listener, which may listen on every address. */
export function localUrl(listener: Listener): string {
  const { host, port } = listener;
  if (isEverywhere(listener)) return `http://127.0.0.1:${String(port)}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** An address, or a network such as `10.0.0.0/8`, but not one that contains all addresses. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return longest > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= longest));
}
