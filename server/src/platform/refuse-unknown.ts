import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/** The methods of every path, each with the expression that its addresses match. */
export type KnownRoutes = Map<string, { readonly address: RegExp; readonly methods: Set<string> }>;

export function noteRoute(
  knownRoutes: KnownRoutes,
  { url, method }: { readonly url: string; readonly method: string | string[] },
): void {
  const address = new RegExp(`^${url.split(/:\w+/).map(RegExp.escape).join('[^/]+')}$`);
  const known = knownRoutes.get(url) ?? { address, methods: new Set() };
  for (const name of [method].flat()) known.methods.add(name);
  knownRoutes.set(url, known);
}

/** The router also matches an empty parameter, but we have no address that ends like that. */
function lacksParam({ params }: FastifyRequest): boolean {
  // Without allocating a list, since this runs on every request.
  const given = params as Readonly<Record<string, unknown>>;
  for (const name in given) if (given[name] === '') return true;
  return false;
}

/** Only the path: a request target may be a whole URL, with a host that is not ours. */
export function pathOf(address: string): string {
  const [path = ''] = address.replace(/^[a-z]+:\/\/[^/?]*/i, '').split(/[?#]/);
  return path;
}

export function isNowhere(request: FastifyRequest): boolean {
  const { except } = request.route;
  const isElsewhere = except !== undefined && pathOf(request.url).startsWith(except);
  return request.is404 || isElsewhere || lacksParam(request);
}

/**
 * Known paths answer 405 with `Allow` to methods they do not support. A supported one comes here if
 * the router passed it on to a route for all else, because an id is too long.
 */
export function refuseUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  knownRoutes: KnownRoutes,
): never {
  // The URL can be decoded: if the router could not decode it, its percent signs are escaped by
  // now.
  const path = decodeURI(pathOf(request.url));
  const known = [...knownRoutes.values()].find(({ address }) => address.test(path));
  if (!known || known.methods.has(request.method)) throw new ApiError('not_found');
  void reply.header('allow', [...known.methods].sort().join(', '));
  throw new ApiError('method_not_allowed');
}
