import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import type { Authenticate } from '../api-keys/authenticate.ts';
import type { ServeMcp } from './serve-mcp.ts';

/** The only address for agents. It is described by its protocol, not by the API's reference. */
export function registerMcpRoute(http: Http, authenticate: Authenticate, serve: ServeMcp): void {
  http.post(
    '/mcp',
    { config: { scope: 'any' }, schema: { hide: true } },
    async (request, reply) => {
      const { headers, ip } = request;
      const caller = {
        // Remembered from the guard a moment ago.
        holder: await authenticate(headers.authorization),
        authorization: headers.authorization ?? '',
        address: ip,
        language: preferredLanguage(request),
      };
      return send(reply, await serve(messageOf(request), request.body, caller));
    },
  );
}

/** Runs before authentication: a page that a browser was led to must not reach us at all. */
export function refuseForeignPages(http: Http, baseUrl: string): void {
  http.addHook('onRequest', ({ headers: { origin } }, _reply, done) => {
    // Not by comparing with Host: in a DNS rebinding attack, the page controls that, too.
    if (origin !== undefined && origin !== baseUrl) throw new ApiError('cross_site_request');
    done();
  });
}

/** The headers that the protocol reads; the body has already been read and bounded. */
function messageOf({ headers }: FastifyRequest): Request {
  const relevant = Object.entries(headers).filter(
    ([name]) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
  );
  const given = relevant.map(([name, value]): [string, string] => [name, String(value)]);
  return new Request('http://localhost/mcp', { method: 'POST', headers: given });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type');
  if (type !== null) void reply.type(type);
  const text = await response.text();
  return reply.code(response.status).send(text === '' ? undefined : text);
}
