import fastifyCompress from '@fastify/compress';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import type { SandboxControl } from '../sandbox/control.ts';
import { answerErrorsWithPages, frameOf, sendNotice } from './answer-pages.ts';
import { registerCheckoutRoutes } from './checkout-routes.ts';
import { registerFormRoutes } from './form-routes.ts';
import { sendPageHeaders } from './headers.ts';
import { registerLiveRoutes } from './live-routes.ts';
import { limitVisitors } from './limit-visitors.ts';
import { readFields } from './read-fields.ts';
import { SCRIPT } from './html/script.ts';

/**
 * Pages are compressed synchronously, which at their size costs less than a stream. Request bodies
 * are never decompressed.
 */
const PACKING = {
  encodings: ['br', 'gzip'],
  syncThreshold: 128 * 1024,
  globalDecompression: false,
} satisfies fastifyCompress.FastifyCompressOptions;

const VISITORS = {
  // Mobile carriers put thousands of phones behind one address.
  views: { perSecond: 50, burst: 500 },
  // Each may cost several statements. The number of codes is limited separately.
  orders: { perSecond: 5, burst: 40 },
};

/** The public pages for paying a link, and their script. */
export function registerPayPages(http: Http, app: App, control: SandboxControl | undefined): void {
  const { baseUrl } = app.config;
  void http.register(
    async (pages: Http) => {
      sendPageHeaders(pages, baseUrl);
      answerErrorsWithPages(pages, app);
      limitVisitors(pages, VISITORS);
      refuseOtherSites(pages, app);
      readFields(pages);
      await pages.register(fastifyCompress, PACKING);
      registerFormRoutes(pages, app);
      registerCheckoutRoutes(pages, app, control);
    },
    { prefix: '/pay' },
  );
  // For scripts, which read JSON; these routes count visitors themselves.
  void http.register(async (live: Http) => {
    sendPageHeaders(live, baseUrl);
    registerLiveRoutes(live, app);
  });
  void http.register(async (assets: Http) => {
    sendPageHeaders(assets, baseUrl);
    await assets.register(fastifyCompress, PACKING);
    assets.get(SCRIPT.path, { schema: { hide: true } }, async (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=31536000, immutable');
      return reply.type('text/javascript; charset=utf-8').send(SCRIPT.source);
    });
  });
}

/**
 * A form hidden in another site's page would use up a shop's codes. Browsers say where a request
 * comes from; older ones that do not are let through.
 */
function refuseOtherSites(http: Http, app: App): void {
  http.addHook('onRequest', async (request, reply) => {
    const site = request.headers['sec-fetch-site'];
    const isOurs = site === undefined || site === 'same-origin' || site === 'none';
    if (request.method !== 'POST' || isOurs) return;
    await sendNotice(reply, 'unreadable', frameOf(app, request), { status: 403 });
  });
}
