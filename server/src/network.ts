import { isIP } from 'node:net';

/** Whether a host leads to this machine only, as it stands in a URL or is listened on. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
}

/**
 * Where to listen to be found under a host. For `localhost` Fastify would open a second server, on
 * the name's other address, with nothing of what ours is given: it drains no connection at a stop.
 */
export function listenedOn(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}

/** An address, or a network such as `10.0.0.0/8`; a network of everybody is none. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return longest > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= longest));
}
