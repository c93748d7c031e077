import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { LinkPage } from '../checkouts/checkout.ts';
import { type CodeAnswer, requestCode, takesPayments } from '../checkouts/request-code.ts';
import { findLinkPage } from '../checkouts/store.ts';
import { ApiError } from '../errors.ts';
import { networkOf } from '../platform/client-network.ts';
import type { Http } from '../platform/http.ts';
import { allowNames, formPath, payerPath } from './html/addresses.ts';
import {
  frameOf,
  keepLanguage,
  languageBefore,
  languageOf,
  sendNotice,
  sendPage,
} from './answer-pages.ts';
import { renderForm } from './html/form-page.ts';
import { fieldsOf, queryOf } from './read-fields.ts';
import { cleanTyped, newAttempt, readForm, rewriteAmount, type Typed } from './read-form.ts';
import type { FormFault } from './html/view.ts';

/** Pages are not part of the API, so its description does not mention them. */
const SCHEMA = { hide: true, params: Type.Object({ slug: Type.String() }) } as const;

/** The form with which a payer orders a code. */
export function registerFormRoutes(http: Http, app: App): void {
  http.get('/:slug', { schema: SCHEMA }, async (request, reply) => {
    const { slug } = request.params;
    if (slugIn(slug) !== slug) return sendToForm(request, reply, slug);
    const link = await getLink(app, slug);
    const closed = await noticeOf(app, link);
    if (closed) return sendNotice(reply, closed, frameOf(app, request, link));
    const amount = amountIn(request, cleanTyped(queryOf(request, 'amount') ?? ''));
    const typed = { attempt: newAttempt(), amount, document: '', documentKind: 'cpf' } as const;
    return sendForm(app, request, reply, link, { typed });
  });

  // Some write a trailing slash; what precedes it is the link.
  http.get('/:slug/', { schema: SCHEMA }, async (request, reply) =>
    sendToForm(request, reply, request.params.slug),
  );

  http.post(
    '/:slug',
    { schema: SCHEMA, config: { optionalBody: true } },
    async (request, reply) => {
      const link = await getLink(app, request.params.slug);
      const { typed, order, faults } = readForm(fieldsOf(request), {
        language: languageOf(request),
        mode: link.environment.mode,
        amountCents: link.amountCents,
        taxIds: app.config.taxIds,
      });
      const isLanguageSwitch = languageBefore(request) !== undefined;
      if (!order || isLanguageSwitch) {
        const closed = await noticeOf(app, link);
        if (closed) return sendNotice(reply, closed, frameOf(app, request, link));
        if (isLanguageSwitch) {
          const translated = { ...typed, amount: amountIn(request, typed.amount) };
          return sendForm(app, request, reply, link, { typed: translated });
        }
        return sendForm(app, request, reply, link, { typed, status: 422, faults });
      }
      // Even for payers with a code, whose page stays: the form neither creates nor shows any more.
      if (!link.active) return sendNotice(reply, 'inactive', frameOf(app, request, link));
      const asker = { attempt: typed.attempt, network: networkOf(request.ip) };
      const answer = await requestCode(app, link, order, asker);
      if (answer.kind === 'page') {
        const page = payerPath({ slug: link.slug, token: answer.token });
        return reply.redirect(page + keepLanguage(request), 303);
      }
      const { status, fault, retryAfterSeconds } = refusalOf(answer);
      void reply.header('retry-after', retryAfterSeconds);
      return sendForm(app, request, reply, link, { typed, status, faults: [fault] });
    },
  );
}

/** Converts an amount that was entered on the page in the other language. */
function amountIn(request: FastifyRequest, amount: string): string {
  const language = languageOf(request);
  return rewriteAmount(amount, languageBefore(request) ?? language, language);
}

/** Undoes what chats and keyboards do to a slug: capitals, and the full stop of a sentence. */
function slugIn(text: string): string | undefined {
  return /^([0-9a-z]{1,64})[.,;:!?)*_]*$/i.exec(text)?.[1]?.toLowerCase();
}

/** @throws ApiError not_found if the text is not a slug */
function sendToForm(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const slug = slugIn(text);
  if (slug === undefined) throw new ApiError('not_found');
  const [, query = ''] = request.url.split(/(?=\?)/, 2);
  return reply.redirect(formPath(slug) + query, 302);
}

/** Why the form is shown again although nothing is wrong with it. */
function refusalOf(answer: Exclude<CodeAnswer, { kind: 'page' }>): {
  status: number;
  fault: FormFault;
  retryAfterSeconds: number;
} {
  switch (answer.kind) {
    case 'too_many':
    case 'busy': {
      const { retryAfterSeconds } = answer;
      return { status: 429, fault: { field: null, ...answer }, retryAfterSeconds };
    }
    case 'paused':
      return { status: 503, fault: { field: null, kind: 'paused' }, retryAfterSeconds: 60 };
    case 'unavailable':
      return { status: 503, fault: { field: null, kind: 'unstable' }, retryAfterSeconds: 1 };
  }
}

/** @throws ApiError not_found */
async function getLink(app: App, slug: string): Promise<LinkPage> {
  allowNames({ slug });
  const link = await findLinkPage(app.db, slug);
  if (!link) throw new ApiError('not_found');
  return link;
}

/** Why nothing can be paid here now; undefined if it can. */
async function noticeOf(app: App, link: LinkPage): Promise<'inactive' | 'paused' | undefined> {
  if (!link.active) return 'inactive';
  return (await takesPayments(app, link)) ? undefined : 'paused';
}

interface FormState {
  readonly typed: Typed;
  readonly status?: number;
  readonly faults?: readonly FormFault[];
}

function sendForm(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { slug, title, description, amountCents, ...link }: LinkPage,
  { typed, status = 200, faults = [] }: FormState,
): FastifyReply {
  const frame = frameOf(app, request, link);
  const page = renderForm({ frame, slug, title, description, amountCents, ...typed, faults });
  return sendPage(reply, status, page, frame);
}
