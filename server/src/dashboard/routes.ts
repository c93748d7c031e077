import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../errors.ts';
import { encodingFor } from '../platform/encoding-for.ts';
import type { Http } from '../platform/http.ts';
import { pageHeaders } from '../platform/page-headers.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import { type Build, openBuild } from './read-build.ts';
import { WAITING_STYLE_HASH, waitingPage } from './waiting-page.ts';

const OPEN = { open: 'The program itself is no secret; what it asks for is.' };
const SCHEMA = { hide: true } as const;

/** Only from this origin, and nothing inline except styles with the nonce of this answer. */
function policy(style: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The dashboard: one page for all its addresses, and the files that it loads. */
export function registerDashboard(http: Http, baseUrl: string, build = openBuild()): void {
  const headers = {
    ...pageHeaders(baseUrl),
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  };
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPage(build, request, reply.headers(headers));
  http.get('/app', { config: OPEN, schema: SCHEMA }, show);
  // The wildcard matches at least one character.
  http.get('/app/', { config: OPEN, schema: SCHEMA }, show);
  // Addresses outside the dashboard are answered like any unknown route.
  http.get('/app/*', { config: { ...OPEN, except: '/app/api/' }, schema: SCHEMA }, show);

  http.get(
    '/app/assets/:file',
    {
      config: OPEN,
      schema: { hide: true, params: Type.Object({ file: Type.String() }) },
    },
    async (request, reply) => {
      const encoding = encodingFor(request.headers['accept-encoding']);
      const asset = await build.asset(request.params.file, encoding);
      if (!asset) throw new ApiError('not_found');
      void reply.headers({
        ...headers,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(asset.encoding && { 'content-encoding': asset.encoding }),
      });
      return reply.type(asset.type).send(asset.body);
    },
  );

  // Somebody who opens this address in a browser is looking for the dashboard.
  http.get('/', { config: OPEN, schema: SCHEMA }, async (request, reply) => {
    void reply.header('vary', 'accept');
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('not_found');
    return reply.redirect('/app', 302);
  });
}

async function sendPage(
  build: Build,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
  const state = build.state();
  if (state !== 'ready') {
    const language = preferredLanguage(request);
    return reply
      .header('content-security-policy', policy(WAITING_STYLE_HASH))
      .header('retry-after', '3')
      .code(503)
      .send(waitingPage(state, language));
  }
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', policy(`'nonce-${nonce}'`))
    .send((await build.page()).replaceAll('__NONCE__', nonce));
}
