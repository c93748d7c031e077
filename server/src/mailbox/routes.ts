import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import { MAILBOX_POLICY, renderMailbox } from './mailbox-page.ts';
import { readMailbox } from './read-mailbox.ts';

const HIDDEN = { hide: true } as const;
const OPEN = { open: 'For whoever develops on this machine.' };

/** A request with another Host was caused by a foreign page (DNS rebinding). */
const OWN_NAME = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Headers that proxies add. The name alone can be forged, or be the proxy's own. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether the request comes directly from this machine: these mails contain sign-in links. */
function isNear({ headers, socket, raw }: FastifyRequest): boolean {
  const peer = socket.remoteAddress ?? '';
  const isThisMachine = /^(?:::ffff:)?127\.|^::1$/.test(peer);
  // Browsers never use HTTP/1.0, but a proxy without configuration does, and adds no headers
  // either.
  const isOld = raw.httpVersion === '1.0';
  return isThisMachine && !isOld && PASSED_ON.every((name) => headers[name] === undefined);
}

/**
 * The mails of an installation that only this machine can reach; otherwise there is nothing here.
 */
export function registerMailboxRoutes(http: Http, app: App): void {
  http.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const isOwn = OWN_NAME.test(request.headers.host ?? '') && isNear(request);
    if (!app.config.hasMailbox || !isOwn) throw new ApiError('not_found');
  });
  http.get('/dev/mailbox', { config: OPEN, schema: HIDDEN }, async (request, reply) => {
    const mails = await readMailbox(app);
    return page(reply, renderMailbox(mails, app.config.baseUrl, preferredLanguage(request)));
  });
  http.get('/dev/mailbox.json', { config: OPEN, schema: HIDDEN }, () => readMailbox(app));
}

function page(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': MAILBOX_POLICY,
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    .send(text);
}
