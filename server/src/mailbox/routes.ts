import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import { MAILBOX_POLICY, renderMailbox } from './mailbox-page.ts';
import { readMailbox } from './read-mailbox.ts';

const HIDDEN = { hide: true } as const;
const OPEN = { open: 'For whoever develops on this machine.' };

/** Whoever asks by another name than this machine's was led here by a page of somebody else's. */
const OWN_NAME = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** What proxies say of whom they ask for; a name can be claimed, and they may pass on their own. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether this very machine asks, and for nobody else: these mails let people in. */
function isNear({ headers, socket, raw }: FastifyRequest): boolean {
  const peer = socket.remoteAddress ?? '';
  const isThisMachine = /^(?:::ffff:)?127\.|^::1$/.test(peer);
  // No browser asks by HTTP/1.0; a proxy that was told nothing may, and adds no header either.
  const isOld = raw.httpVersion === '1.0';
  return isThisMachine && !isOld && PASSED_ON.every((name) => headers[name] === undefined);
}

/** The mails of an installation that nobody else can reach; elsewhere there is nothing here. */
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
  http.get('/dev/mailbox.json', { config: OPEN, schema: HIDDEN }, async (_request, reply) => {
    const mails = await readMailbox(app);
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(mails.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }))));
  });
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
