import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { NO_SHOP } from '../accounts/shop.ts';
import type { LinkPage } from '../checkouts/checkout.ts';
import { ApiError } from '../errors.ts';
import { type Http, refusalOf } from '../platform/http.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import { pathOf } from '../platform/refuse-unknown.ts';
import { type Language, LOCALES } from '../refusals.ts';
import { queryOf } from './read-fields.ts';
import { renderNotice } from './html/notice-page.ts';
import { plainShop } from './html/plain-text.ts';
import type { Frame, NoticeView } from './html/view.ts';

/** The language chosen on the page or, without a choice, the one that the browser prefers. */
export function languageOf(request: FastifyRequest): Language {
  return languageIn(request, 'lang') ?? preferredLanguage(request);
}

/** The query that carries a chosen language over to the next page. */
export function keepLanguage(request: FastifyRequest): string {
  const chosen = languageIn(request, 'lang');
  return chosen === undefined ? '' : `?lang=${chosen}`;
}

/** The language of the page whose language link was followed. */
export function languageBefore(request: FastifyRequest): Language | undefined {
  return languageIn(request, 'from');
}

function languageIn(request: FastifyRequest, name: string): Language | undefined {
  const chosen = queryOf(request, name);
  return chosen === 'pt' || chosen === 'en' ? chosen : undefined;
}

/** What every page has; without a link, neither the seller nor the mode is known. */
export function frameOf(
  { config }: Pick<App, 'config'>,
  request: FastifyRequest,
  link?: Pick<LinkPage, 'environment' | 'shop'>,
): Frame {
  return {
    language: languageOf(request),
    mode: link?.environment.mode ?? 'live',
    shop: plainShop(link?.shop ?? NO_SHOP),
    origin: config.baseUrl,
    institution: config.payeeName ?? null,
    // The action of a button has no page of its own to return to.
    path: pathOf(request.url).replace(/\/simulate$/, ''),
  };
}

export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  { language }: Pick<Frame, 'language'>,
): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-language': LOCALES[language],
      vary: 'accept-language',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}

/** How long until a retry is worthwhile, if nothing more exact is known. */
const RETRY_SECONDS = 60;

export function sendNotice(
  reply: FastifyReply,
  kind: NoticeView['kind'],
  frame: Frame,
  {
    status = STATUSES[kind],
    retryAfterSeconds = RETRY_SECONDS,
  }: { readonly status?: number; readonly retryAfterSeconds?: number } = {},
): FastifyReply {
  if (status === 429 || status === 503) void reply.header('retry-after', retryAfterSeconds);
  return sendPage(reply, status, renderNotice({ frame, kind, retryAfterSeconds }), frame);
}

const STATUSES = {
  missing: 404,
  inactive: 410,
  paused: 503,
  unavailable: 503,
  too_many: 429,
  full: 429,
  unreadable: 400,
} as const satisfies Record<NoticeView['kind'], number>;

/** Shows a page for any error under these addresses. */
export function answerErrorsWithPages(http: Http, app: App): void {
  http.setErrorHandler((error, request, reply) => {
    // Browsers send no other methods; clients that do read JSON.
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) throw error;
    const { code, status, retryAfterSeconds = 1 } = refusalOf(error, request);
    const refusal = { status, retryAfterSeconds };
    return sendNotice(reply, noticeOf(code), frameOf(app, request), refusal);
  });
  http.setNotFoundHandler(() => {
    throw new ApiError('not_found');
  });
}

function noticeOf(code: ApiError['code']): NoticeView['kind'] {
  switch (code) {
    case 'not_found':
    case 'method_not_allowed':
      return 'missing';
    case 'rate_limited':
      return 'too_many';
    case 'invalid_request':
    case 'payload_too_large':
    case 'unsupported_media_type':
      return 'unreadable';
    default:
      return 'unavailable';
  }
}
