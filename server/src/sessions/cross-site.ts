import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of another site caused this request. Browsers send the origin with every request
 * that changes something; a client without one is not a browser, and has the cookie anyway.
 */
export function isFromElsewhere(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  baseUrl: string,
): boolean {
  const site = headers['sec-fetch-site'];
  if (method === 'GET' || method === 'HEAD') return site === 'cross-site' || site === 'same-site';
  if (site !== undefined && site !== 'same-origin') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  // Under any name for this server: a page cannot choose the Host that the browser sends.
  const scheme = new URL(baseUrl).protocol;
  return origin !== baseUrl && origin !== `${scheme}//${headers.host ?? ''}`;
}
