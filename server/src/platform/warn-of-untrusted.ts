import type { FastifyRequest } from 'fastify';
import type { Log } from './log.ts';

/**
 * Warns once when a peer that is not trusted tells whom it asks for: behind a proxy that nobody
 * named, everybody has the proxy's address.
 */
export function warnOfUntrusted(log: Log): (request: FastifyRequest) => void {
  let isTold = false;
  return (request) => {
    const told = request.headers['x-forwarded-for'];
    if (isTold || told === undefined || !/[^\s,]/.test(String(told))) return;
    // Of a peer that is trusted, another address follows its own.
    if ((request.ips?.length ?? 1) > 1) return;
    isTold = true;
    log.warn(
      'a request came with X-Forwarded-For from an address that is not in PONTE_TRUSTED_PROXIES, so all who come that way count as one payer: name your proxy there; without a proxy, somebody made this up',
    );
  };
}
