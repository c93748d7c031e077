import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { CheckoutState } from '../../checkouts/checkout.ts';
import type { Simulation } from '../../checkouts/simulate-payer.ts';
import { payerPath } from './addresses.ts';
import { inLanguage } from './layout.ts';
import type { CheckoutView } from './view.ts';
import { WORDS } from './words.ts';

/** What can happen next, by state; in all other states there is nothing to simulate. */
const POSSIBLE: Partial<Record<CheckoutState, readonly Simulation[]>> = {
  waiting: ['pay', 'other', 'review', 'expire', 'fail'],
  review: ['release'],
  expired: ['pay'],
  confirmed: ['med'],
};

/** Stands in for the payer's bank in test mode; plain buttons, so that it works without scripts. */
export function simulatorPanel(view: CheckoutView): VNode | null {
  const { frame, state } = view;
  const possible = POSSIBLE[state];
  if (frame.mode !== 'test' || !possible) return null;
  const words = WORDS[frame.language];
  const action = inLanguage(frame, `${payerPath(view)}/simulate`);
  return html`<section id="simulator">
    <h2>${words.simulator}</h2>
    <p class="hint">${words.simulatorHint}</p>
    <form method="post" action=${action}>
      ${possible.map(
        (name) =>
          html`<button class="button quiet" name="action" value=${name}>
            ${words.simulations[name]}
          </button>`,
      )}
    </form>
  </section>`;
}
