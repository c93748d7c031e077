import type { FastifyRequest } from 'fastify';
import type { Log } from './log.ts';

/**
 * Warns once when a peer that is not trusted tells whom it asks for: behind a proxy that nobody
 * named, everybody has the proxy's address.
 */
export function warnOfUntrusted(log: Log): (request: FastifyRequest) => void {
  let isTold = false;
  return ({ headers, ips }) => {
    const told = String(headers['x-forwarded-for'] ?? '');
    // Of a peer that is trusted, another address follows its own.
    if (isTold || !/[^\s,]/.test(told) || (ips?.length ?? 1) > 1) return;
    isTold = true;
    log.warn(
      'a request came with X-Forwarded-For from an address that is not in PONTE_TRUSTED_PROXIES, so all who come that way count as one payer: name your proxy there; without a proxy, somebody made this up',
    );
  };
}
