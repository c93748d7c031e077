import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { type CheckoutState, isSettled } from '../../checkouts/checkout.ts';
import { reais } from '../../money.ts';
import { formPath, payerPath } from './addresses.ts';
import { sentence, typedMoney } from './format.ts';
import { type Icon, icon } from './icons.ts';
import { contactLine, inLanguage, renderPage } from './layout.ts';
import { plain } from './plain-text.ts';
import { simulatorPanel } from './simulator-panel.ts';
import type { CheckoutView } from './view.ts';
import { waitingPart } from './waiting-part.ts';
import { WORDS } from './words.ts';

const ICONS: Readonly<Record<CheckoutState, Icon>> = {
  creating: 'dots',
  unstable: 'stop',
  declined: 'stop',
  capped: 'stop',
  refused: 'stop',
  waiting: 'clock',
  expired: 'clock',
  canceled: 'off',
  checking: 'look',
  review: 'look',
  short: 'stop',
  confirmed: 'tick',
  returned: 'back',
  disputed: 'back',
};

/** States in which the shop is the one to ask for help. */
const ASKS_SHOP: readonly CheckoutState[] = ['declined', 'capped', 'refused', 'short', 'disputed'];

/** States whose texts already include the amount. */
const SAYS_SUM: readonly CheckoutState[] = ['short', 'confirmed'];

/** A payer's own page, in any state. */
export function renderCheckout(view: CheckoutView): string {
  const { frame, state, pixQrCode } = view;
  const words = WORDS[frame.language];
  const isWaiting = state === 'waiting' && pixQrCode !== null;
  const refreshes = !isSettled(state) && state !== 'confirmed';
  // A dispute comes days later, except in test mode, where this page's panel can cause one.
  const isLive = refreshes || (state === 'confirmed' && frame.mode === 'test');
  const main = html`<main
    id="main"
    class=${state}
    data-state=${state}
    ...${isLive ? liveData(view) : {}}
  >
    ${isWaiting ? waitingPart(view, pixQrCode) : statePart(view)} ${simulatorPanel(view)}
  </main>`;
  const about = frame.shop.name ?? plain(view.title);
  return renderPage(frame, { title: words.states[state], about, refreshes, main });
}

/** What the script needs: where to get news, and the server's clock. */
function liveData(view: CheckoutView): Record<string, unknown> {
  return {
    'data-events': `${payerPath(view)}/events`,
    'data-status': `${payerPath(view)}/status`,
    'data-expires': view.expiresAt?.toISOString(),
    'data-now': view.now.toISOString(),
  };
}

function statePart(view: CheckoutView): VNode {
  const { frame, state } = view;
  return html`<div class="told">
    <div class="badge">${icon(ICONS[state])}</div>
    <h1 tabindex="-1">${WORDS[frame.language].states[state]}</h1>
    ${
      !SAYS_SUM.includes(state) &&
      html`<p class="sum">${reais(view.amountCents, frame.language)}</p>`
    }
    <p class="about">${plain(view.title)}</p>
    <p class="lead">${sentence(explain(view))}</p>
    <div class="actions">${actions(view)}</div>
    ${ASKS_SHOP.includes(state) && contactLine(frame)}
  </div>`;
}

function explain(view: CheckoutView): string {
  const { language, shop } = view.frame;
  const { name } = shop;
  const words = WORDS[language];
  switch (view.state) {
    case 'creating':
      return words.creating;
    case 'unstable':
      return words.unstable;
    case 'declined':
      return words.declined(name);
    case 'capped':
      return explainCap(view, name);
    case 'refused':
      return words.refused(name);
    case 'waiting':
      return words.waiting;
    case 'expired':
      return words.expired;
    case 'canceled':
      return words.canceled;
    case 'checking':
      return words.checking;
    case 'review':
      return words.review;
    case 'short':
      return view.paidCents === null
        ? words.shortUnknown(name)
        : words.short(reais(view.paidCents, language), reais(view.amountCents, language), name);
    case 'confirmed':
      return words.confirmed(name, reais(view.paidCents ?? view.amountCents, language));
    case 'returned':
      return view.isOtherPayer ? words.returnedToOther : words.returned;
    case 'disputed':
      return words.disputed(name);
  }
}

function explainCap(view: CheckoutView, shop: string | null): string {
  const { language } = view.frame;
  const words = WORDS[language];
  const cap = words.capped(view.limitCents === null ? null : reais(view.limitCents, language));
  return view.isOpenAmount ? cap : `${cap} ${words.agreeAmount(shop)}`;
}

function actions(view: CheckoutView): (VNode | null)[] {
  const { frame } = view;
  const words = WORDS[frame.language];
  switch (view.state) {
    case 'unstable':
      return [askAgain(view, words.again)];
    case 'expired':
    case 'canceled':
    case 'returned':
      return [askAgain(view, words.newCode)];
    case 'declined':
      return [startOver(view, words.otherPayer, view.amountCents)];
    case 'capped':
      return view.isOpenAmount ? [startOver(view, words.otherAmount, view.limitCents)] : [];
    case 'refused':
      return [startOver(view, words.startOver, null)];
    case 'confirmed': {
      const receipt = inLanguage(frame, `${payerPath(view)}/receipt`);
      return [html`<a class="button" href=${receipt}>${words.viewReceipt}</a>`, backToShop(view)];
    }
    default:
      return [];
  }
}

/**
 * Repeats the order with the same payer and amount. It changes state, so it is a form, not a link.
 */
function askAgain(view: CheckoutView, label: string): VNode {
  const words = WORDS[view.frame.language];
  return html`<form method="post" action=${inLanguage(view.frame, payerPath(view))}>
    <button class="button" data-busy=${words.making} data-slow=${words.slow}>${label}</button>
    <p class="slow" aria-live="polite"></p>
  </form>`;
}

/** Back to the form, with the amount filled in if the payer chooses it. */
function startOver(view: CheckoutView, label: string, amountCents: number | null): VNode {
  const { frame, slug, isOpenAmount } = view;
  const form = inLanguage(frame, formPath(slug));
  const amount =
    isOpenAmount && amountCents !== null
      ? `&amount=${encodeURIComponent(typedMoney(amountCents, frame.language))}`
      : '';
  return html`<a class="button" href=${form + amount}>${label}</a>`;
}

function backToShop({ frame }: CheckoutView): VNode | null {
  const { website } = frame.shop;
  if (website === null) return null;
  const label = WORDS[frame.language].backToShop;
  return html`<a class="button quiet" href=${website} rel="noopener noreferrer">${label}</a>`;
}
