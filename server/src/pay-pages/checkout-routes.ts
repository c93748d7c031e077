import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Checkout, LinkPage } from '../checkouts/checkout.ts';
import { type CheckoutDetails, readCheckout } from '../checkouts/read-checkout.ts';
import { renewCode } from '../checkouts/request-code.ts';
import { SIMULATIONS, simulatePayer } from '../checkouts/simulate-payer.ts';
import { findCheckout } from '../checkouts/store.ts';
import { ApiError } from '../errors.ts';
import { networkOf } from '../platform/client-network.ts';
import type { Http } from '../platform/http.ts';
import { BrCodeError, parseBrCode } from '../pix/br-code.ts';
import { maskTaxId } from '../pix/tax-id.ts';
import type { SandboxControl } from '../sandbox/control.ts';
import { allowNames, formPath, type PagePlace, payerPath } from './html/addresses.ts';
import { frameOf, keepLanguage, sendNotice, sendPage } from './answer-pages.ts';
import { renderCheckout } from './html/checkout-page.ts';
import { fieldsOf } from './read-fields.ts';
import { renderReceipt } from './html/receipt-page.ts';
import type { CheckoutView, Frame } from './html/view.ts';

const SCHEMA = {
  hide: true,
  params: Type.Object({ slug: Type.String(), token: Type.String() }),
} as const;

/** A payer's own page and its buttons. */
export function registerCheckoutRoutes(
  http: Http,
  app: App,
  control: SandboxControl | undefined,
): void {
  http.get('/:slug/:token', { schema: SCHEMA }, async (request, reply) => {
    const { link, checkout } = await getCheckout(app, request.params);
    const details = await readCheckout(app, checkout);
    // The provider was never called, so there is nothing to show.
    if (!details) return reply.redirect(formPath(link.slug) + keepLanguage(request), 303);
    const frame = frameOf(app, request, link);
    return sendPage(reply, 200, renderCheckout(viewOf(app, frame, link, checkout, details)), frame);
  });

  http.post(
    '/:slug/:token',
    { schema: SCHEMA, config: { optionalBody: true } },
    async (request, reply) => {
      const { link, checkout, isDeleted } = await getCheckout(app, request.params);
      const frame = frameOf(app, request, link);
      if (isDeleted) return sendNotice(reply, 'missing', frame);
      if (!link.active) return sendNotice(reply, 'inactive', frame);
      const answer = await renewCode(app, link, checkout, { network: networkOf(request.ip) });
      switch (answer.kind) {
        case 'page':
          return sendTo(request, reply, { slug: link.slug, token: answer.token });
        case 'too_many':
          return sendNotice(reply, 'full', frame, answer);
        case 'busy':
          return sendNotice(reply, 'too_many', frame, answer);
        case 'paused':
          return sendNotice(reply, 'paused', frame);
        case 'unavailable':
          return sendNotice(reply, 'unavailable', frame, { retryAfterSeconds: 1 });
      }
    },
  );

  registerReceipt(http, app);
  if (control) registerSimulator(http, app, control);
}

function registerReceipt(http: Http, app: App): void {
  http.get('/:slug/:token/receipt', { schema: SCHEMA }, async (request, reply) => {
    const { link, checkout } = await getCheckout(app, request.params);
    const details = await readCheckout(app, checkout);
    const deposit = details?.deposit;
    if (details?.state !== 'confirmed' || !deposit?.confirmedAt) {
      return sendTo(request, reply, request.params);
    }
    const frame = frameOf(app, request, link);
    const page = renderReceipt({
      frame,
      slug: link.slug,
      token: checkout.token,
      title: link.title,
      amountCents: deposit.paidCents ?? details.amountCents,
      confirmedAt: deposit.confirmedAt,
      payer: maskTaxId(deposit.taxId),
      depositId: deposit.id,
      blockchainTxId: deposit.blockchainTxId,
    });
    return sendPage(reply, 200, page, frame);
  });
}

/** Not available in live. */
function registerSimulator(http: Http, app: App, control: SandboxControl): void {
  http.post(
    '/:slug/:token/simulate',
    { schema: SCHEMA, config: { optionalBody: true } },
    async (request, reply) => {
      const { link, checkout } = await getCheckout(app, request.params);
      if (link.environment.mode !== 'test') throw new ApiError('not_found');
      const action = fieldsOf(request).get('action');
      const simulation = SIMULATIONS.find((name) => name === action);
      if (!simulation) throw new ApiError('invalid_request');
      await simulatePayer(app, control, checkout, simulation);
      return sendTo(request, reply, request.params);
    },
  );
}

function sendTo(request: FastifyRequest, reply: FastifyReply, page: PagePlace): FastifyReply {
  return reply.redirect(payerPath(page) + keepLanguage(request), 303);
}

/** @throws ApiError not_found, also if the page belongs to another link */
async function getCheckout(
  app: App,
  page: PagePlace,
): Promise<{ link: LinkPage; checkout: Checkout; isDeleted: boolean }> {
  allowNames(page);
  const found = await findCheckout(app.db, page.slug, page.token);
  if (!found) throw new ApiError('not_found');
  return found;
}

function viewOf(
  app: App,
  frame: Frame,
  link: LinkPage,
  { token }: Checkout,
  { deposit, ...details }: CheckoutDetails,
): CheckoutView {
  const known = app.config.payeeName;
  const name = known ?? (deposit && nameInCode(deposit.pixQrCode));
  return {
    frame,
    slug: link.slug,
    token,
    state: details.state,
    title: link.title,
    amountCents: details.amountCents,
    isOpenAmount: link.amountCents === null,
    pixQrCode: deposit?.pixQrCode ?? null,
    payee: name === undefined ? null : { name, isCertain: known !== undefined },
    payer: deposit ? maskTaxId(deposit.taxId) : null,
    isOtherPayer: details.isOtherPayer,
    paidCents: details.paidCents,
    limitCents: details.limitCents,
    expiresAt: details.expiresAt,
    now: details.now,
  };
}

/** The payee that a Pix code names; undefined if the code is invalid or names nobody. */
function nameInCode(pixQrCode: string): string | undefined {
  try {
    return parseBrCode(pixQrCode).name.trim() || undefined;
  } catch (error) {
    if (error instanceof BrCodeError) return undefined;
    throw error;
  }
}
