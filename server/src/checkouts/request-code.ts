import type { App } from '../app.ts';
import { closedToDeposits, createDeposit, depositOperation } from '../deposits/create-deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { ApiError } from '../errors.ts';
import { findKey, takeUpKey } from '../idempotency/claim.ts';
import { finish } from '../idempotency/once.ts';
import { failpoint } from '../platform/failpoint.ts';
import { findWalletForDeposit } from '../wallets/store.ts';
import { type Checkout, type LinkPage, stateOf } from './checkout.ts';
import { countOrder } from './count-order.ts';
import { type Asker, openCheckout, type Opened, type PayerOrder } from './open-checkout.ts';
import { keyOf, readStandings, recordRefusal } from './store.ts';

export type CodeAnswer =
  /** There is a page that shows the state, whatever it is. */
  | { readonly kind: 'page'; readonly token: string }
  | { readonly kind: 'too_many' | 'busy'; readonly retryAfterSeconds: number }
  /** The provider was not called. */
  | { readonly kind: 'paused' | 'unavailable' };

/**
 * Creates a code for a payer's order, or leads to the one that this form or payer already has.
 * @throws if the database is away
 */
export async function requestCode(
  app: App,
  link: LinkPage,
  order: PayerOrder,
  asker: Asker,
): Promise<CodeAnswer> {
  const opened = await openCheckout(app, link, order, asker, await takesPayments(app, link));
  if (opened.kind === 'opened') failpoint('checkout.after-open');
  const answer = await answerOpened(app, link, order, opened);
  const known = opened.kind === 'known' ? 'shown_again' : 'asked';
  countOrder(answer.kind === 'page' ? known : answer.kind);
  return answer;
}

async function answerOpened(
  app: App,
  link: LinkPage,
  order: PayerOrder,
  opened: Opened,
): Promise<CodeAnswer> {
  if (opened.kind === 'closed') return { kind: 'paused' };
  if (opened.kind === 'too_many') return opened;
  const { checkout } = opened;
  return answerFor(app, checkout, () => makeCode(app, link, checkout, order));
}

/**
 * The action of the button on a payer's page: settles an attempt with an unknown outcome, or
 * creates a new code for the same order. Pressing it twice does so once.
 */
export async function renewCode(
  app: App,
  link: LinkPage,
  checkout: Checkout,
  asker: Pick<Asker, 'network'>,
): Promise<CodeAnswer> {
  const here = { kind: 'page', token: checkout.token } as const;
  const [standing] = await readStandings(app.db, [checkout]);
  const state = standing && stateOf(standing);
  switch (state) {
    case 'unstable':
      if (!(await takesPayments(app, link))) return { kind: 'paused' };
      return answerFor(app, checkout, () => resume(app, checkout));
    case 'expired':
    case 'canceled':
    case 'returned': {
      const deposit = await findDeposit(app, checkout.environmentId, checkout.depositId);
      if (!deposit) return here;
      const { amountCents, taxId } = deposit;
      const asking = { attempt: `after-${checkout.token}`, network: asker.network };
      return requestCode(app, link, { amountCents, taxId }, asking);
    }
    default:
      return here;
  }
}

/** Whether a code could be created for this link now. */
export async function takesPayments(app: App, link: LinkPage): Promise<boolean> {
  if (!link.active || closedToDeposits(app, link)) return false;
  return (await findWalletForDeposit(app.db, link.environment.id, null)) !== undefined;
}

async function makeCode(
  app: App,
  link: LinkPage,
  checkout: Checkout,
  { amountCents, taxId }: PayerOrder,
): Promise<void> {
  // A checkout has only one order, so its token identifies the content.
  const { token: content, depositId: resourceId } = checkout;
  await createDeposit(app, link, { key: keyOf(checkout), content, resourceId }, () => ({
    amountCents,
    taxId,
    walletId: undefined,
    // The page shows a single price, and that is what the payer pays.
    passFeesToPayer: false,
    externalId: null,
    paymentLinkId: link.id,
    fromPanel: false,
  }));
}

/** Resumes a resting key, which holds the order. */
async function resume(app: App, checkout: Checkout): Promise<void> {
  const known = await findKey(app, checkout.environmentId, keyOf(checkout));
  const claim = known?.state === 'resting' && (await takeUpKey(app, known));
  if (claim) await finish(app, depositOperation, claim);
}

async function answerFor(
  app: App,
  checkout: Checkout,
  make: () => Promise<void>,
): Promise<CodeAnswer> {
  const page = { kind: 'page', token: checkout.token } as const;
  try {
    await make();
    return page;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, limitCents, retryAfterSeconds = 1 } = error;
    switch (code) {
      // In progress, with an unknown outcome, or failed earlier: the page shows which.
      case 'in_progress':
      case 'provider_error':
      case 'previous_error':
        return page;
      case 'rate_limited':
      case 'deposits_disabled':
      case 'not_configured':
      case 'unavailable':
        // The provider was not called now, but an earlier attempt may have been made.
        if (await findKey(app, checkout.environmentId, keyOf(checkout))) return page;
        if (code === 'rate_limited') return { kind: 'busy', retryAfterSeconds };
        return { kind: code === 'unavailable' ? 'unavailable' : 'paused' };
      default: {
        const refusal = limitCents === undefined ? code : 'capped';
        await recordRefusal(app.db, checkout, refusal, limitCents ?? null);
        return page;
      }
    }
  }
}
