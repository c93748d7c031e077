import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/** The methods of every path, each with the expression that an address of it matches. */
export type Taken = Map<string, { readonly address: RegExp; readonly methods: Set<string> }>;

export function noteRoute(
  taken: Taken,
  { url, method }: { readonly url: string; readonly method: string | string[] },
): void {
  const address = new RegExp(`^${url.split(/:\w+/).map(RegExp.escape).join('[^/]+')}$`);
  const known = taken.get(url) ?? { address, methods: new Set() };
  for (const name of [method].flat()) known.methods.add(name);
  taken.set(url, known);
}

/** The router takes nothing at all for a parameter too; we have no address that ends so. */
function lacksParam({ params }: FastifyRequest): boolean {
  // Without a list of them, since this is done on every request.
  const given = params as Readonly<Record<string, unknown>>;
  for (const name in given) if (given[name] === '') return true;
  return false;
}

/** The path alone: an address may be told as a whole, with a host that is not ours. */
export function pathOf(address: string): string {
  const [path = ''] = address.replace(/^[a-z]+:\/\/[^/?]*/i, '').split(/[?#]/);
  return path;
}

export function isNowhere(request: FastifyRequest): boolean {
  const { except } = request.route;
  const isElsewhere = except !== undefined && pathOf(request.url).startsWith(except);
  return request.is404 || isElsewhere || lacksParam(request);
}

/** Known paths answer 405 with `Allow` to the methods they do not take. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply, taken: Taken): never {
  // It decodes what is written in percent signs; where it cannot, none are left by now.
  const path = decodeURI(pathOf(request.url));
  const known = [...taken.values()].find(({ address }) => address.test(path));
  if (!known) throw new ApiError('not_found');
  void reply.header('allow', [...known.methods].sort().join(', '));
  throw new ApiError('method_not_allowed');
}
