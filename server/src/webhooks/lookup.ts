import { lookup as lookupBySystem, Resolver } from 'node:dns/promises';
import { withTimeout } from '../platform/with-timeout.ts';
import type { AddressPolicy } from './address.ts';
import { isLocalhost } from './host-name.ts';

/** All addresses of a name; empty if it has none or cannot be resolved. */
export type Lookup = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const HOSTS_FILE_TIMEOUT_MS = 500;

export function lookupOf(policy: AddressPolicy): Lookup {
  return policy.allowPrivate ? lookupWithHostsFile : lookupByDns;
}

/**
 * Queries DNS directly. `getaddrinfo` runs on libuv's four threads, so that a few names whose
 * servers never answer would hold up every delivery.
 */
async function lookupByDns(host: string): Promise<readonly string[]> {
  if (isLocalhost(host)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  try {
    const answers = await Promise.all([
      resolver.resolve4(host).catch(() => []),
      resolver.resolve6(host).catch(() => []),
    ]);
    return answers.flat();
  } finally {
    clearTimeout(timer);
  }
}

/** Also reads this machine's hosts file, if private targets are allowed. */
async function lookupWithHostsFile(host: string): Promise<readonly string[]> {
  const found = await lookupByDns(host);
  if (found.length > 0) return found;
  const local = await withTimeout(
    lookupBySystem(host, { all: true }).catch(() => []),
    HOSTS_FILE_TIMEOUT_MS,
    () => [],
  );
  return local.map(({ address }) => address);
}
