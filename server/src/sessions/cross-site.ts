import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of another site makes the browser ask this. Browsers name the origin of everything
 * that changes something; whoever names none is no browser, and holds the cookie by itself.
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
  // By any name that leads here: a page cannot choose the Host that its visitor's browser sends.
  const scheme = new URL(baseUrl).protocol;
  return origin !== baseUrl && origin !== `${scheme}//${headers.host ?? ''}`;
}
