import type { FastifyRequest } from 'fastify';
import type { Log } from './log.ts';

/**
 * Warns once if an untrusted peer sends `X-Forwarded-For`: behind a proxy that is not configured,
 * all clients have the proxy's address.
 */
export function warnOfUntrusted(log: Log): (request: FastifyRequest) => void {
  let hasWarned = false;
  return (request) => {
    const forwardedFor = request.headers['x-forwarded-for'];
    if (hasWarned || forwardedFor === undefined || !/[^\s,]/.test(String(forwardedFor))) return;
    // For a trusted peer, another address follows its own.
    if ((request.ips?.length ?? 1) > 1) return;
    hasWarned = true;
    log.warn(
      'a request came with X-Forwarded-For from an address that is not in PONTE_TRUSTED_PROXIES, so all who come that way count as one payer: name your proxy there; without a proxy, somebody made this up',
    );
  };
}
