import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../errors.ts';
import { limitVisitors } from '../pay-pages/limit-visitors.ts';
import { cachePromise } from '../platform/cache-promise.ts';
import type { Http } from '../platform/http.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import { pathOf } from '../platform/refuse-unknown.ts';
import { LANGUAGES } from '../refusals.ts';
import { SCRIPT, TRY_SCRIPT } from './assets.ts';
import { PAGE_NAMES, pagePath } from './contents.ts';
import { sendDocHeaders, TRY_POLICY } from './headers.ts';
import { type Library, openLibrary } from './open-library.ts';
import { readClient } from './read-client.ts';
import { docFile, sendFile } from './send-file.ts';
import { renderTryPage } from './try-page.ts';

const OPEN = { open: 'What is told of this installation is for everybody.' };
const PLAIN = { config: OPEN, schema: { hide: true } } as const;
const HTML = 'text/html; charset=utf-8';
/** Pages are sent from memory, but search results are computed for each request. */
const SEARCHES = { perSecond: 5, burst: 40 };
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The documentation: pages in two languages, also as Markdown, and a client to try the API. */
export function registerDocs(http: Http, baseUrl: string): void {
  void http.register(async (docs: Http) => {
    sendDocHeaders(docs, baseUrl);
    // Created on first use: no route is added later, and nobody pays for it unless it is read.
    const library = cachePromise(() => openLibrary(baseUrl, { ...docs.swagger() }));
    registerPages(docs, library);
    void docs.register(async (search: Http) => {
      limitVisitors(search, { views: SEARCHES, orders: SEARCHES });
      registerSearch(search, library);
    });
    registerClient(docs);
    for (const path of ['/llms.txt', '/llms-full.txt', '/robots.txt', '/sitemap.xml']) {
      docs.get(path, PLAIN, async (request, reply) =>
        sendPage(request, reply, await library(), path),
      );
    }
    for (const { path, source } of [SCRIPT, TRY_SCRIPT]) {
      const file = docFile('text/javascript; charset=utf-8', source);
      docs.get(path, PLAIN, async (request, reply) => sendFile(request, reply, file, FOR_EVER));
    }
  });
}

function registerPages(http: Http, library: () => Promise<Library>): void {
  const toContents = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    redirect(reply, pagePath(preferredLanguage(request)));
  http.get('/docs', PLAIN, toContents);
  http.get('/docs/', PLAIN, toContents);

  http.get(
    '/docs/:language',
    { config: OPEN, schema: { hide: true, params: Type.Object({ language: Type.String() }) } },
    async (request, reply) => {
      const { language } = request.params;
      // Those who type a page's address often leave out the language.
      if (PAGE_NAMES.includes(language)) {
        return redirect(reply, pagePath(preferredLanguage(request), language));
      }
      return sendPage(request, reply, await library(), `/docs/${language}`);
    },
  );

  http.get(
    '/docs/:language/:page',
    {
      config: OPEN,
      schema: {
        hide: true,
        params: Type.Object({ language: Type.String(), page: Type.String() }),
      },
    },
    async (request, reply) => {
      const { language, page } = request.params;
      return sendPage(request, reply, await library(), `/docs/${language}/${page}`);
    },
  );

  // Some write a trailing slash.
  for (const path of ['/docs/:language/', '/docs/:language/:page/']) {
    http.get(path, PLAIN, async (request, reply) =>
      redirect(reply, pathOf(request.url).slice(0, -1)),
    );
  }
}

function registerSearch(http: Http, library: () => Promise<Library>): void {
  for (const language of LANGUAGES) {
    http.get(
      `/docs/${language}/search`,
      {
        config: OPEN,
        schema: {
          hide: true,
          querystring: Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) }),
        },
      },
      async (request, reply) => {
        const { hits } = await library();
        const page = hits(language, request.query.q?.trim() ?? '');
        return sendFile(request, reply, docFile(HTML, page), 'no-store');
      },
    );
  }
}

function registerClient(http: Http): void {
  const client = cachePromise(readClient);
  for (const language of LANGUAGES) {
    http.get(`/docs/${language}/try`, PLAIN, async (request, reply) => {
      const { path } = await client();
      void reply.header('content-security-policy', TRY_POLICY);
      return sendFile(request, reply, docFile(HTML, renderTryPage(language, path)));
    });
  }
  http.get(
    '/assets/scalar.:hash.js',
    { config: OPEN, schema: { hide: true, params: Type.Object({ hash: Type.String() }) } },
    async (request, reply) => {
      const { path, file } = await client();
      if (path !== `/assets/scalar.${request.params.hash}.js`) throw new ApiError('not_found');
      return sendFile(request, reply, file, FOR_EVER);
    },
  );
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, missing }: Library,
  path: string,
): Promise<FastifyReply> {
  const file = files.get(path);
  if (file) return sendFile(request, reply, file);
  // Programs get errors in the same format as everywhere.
  if (!request.headers.accept?.includes('text/html')) throw new ApiError('not_found');
  const [, , first = ''] = path.split('/');
  const language = LANGUAGES.find((known) => known === first) ?? preferredLanguage(request);
  return reply.code(404).header('cache-control', 'no-store').type(HTML).send(missing(language));
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('vary', 'accept-language').redirect(path, 302);
}
