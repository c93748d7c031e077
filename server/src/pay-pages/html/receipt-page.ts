import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { dateTime } from '../../brasilia-time.ts';
import { reais } from '../../money.ts';
import { payerPath } from './addresses.ts';
import { icon } from './icons.ts';
import { contactLine, inLanguage, renderPage } from './layout.ts';
import { plain } from './plain-text.ts';
import type { ReceiptView } from './view.ts';
import { WORDS } from './words.ts';

/** What the shop received, to print or share; the only personal data is a masked document. */
export function renderReceipt(view: ReceiptView): string {
  const { frame } = view;
  const words = WORDS[frame.language];
  const page = inLanguage(frame, payerPath(view));
  const main = html`<main id="main" class="receipt" data-state="receipt">
    <div class="badge">${icon('tick')}</div>
    <h1>${words.receipt}</h1>
    <dl>
      ${rowsOf(view).map(
        ([term, text]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
    <p class="hint">${words.receiptNote}</p>
    <div class="actions">
      <button type="button" class="button if-script" data-do="print">${words.print}</button>
      <button type="button" class="button quiet if-share" data-do="share">${words.share}</button>
      <a class="button quiet" href=${page}>${words.back}</a>
    </div>
    ${contactLine(frame)}
  </main>`;
  const about = frame.shop.name ?? plain(view.title);
  return renderPage(frame, { title: words.receipt, about, refreshes: false, main });
}

function rowsOf(view: ReceiptView): [term: string, text: string | VNode][] {
  const { language, shop } = view.frame;
  const words = WORDS[language];
  const time = html`<time datetime=${view.confirmedAt.toISOString()}>
    ${dateTime(view.confirmedAt, language)}
  </time>`;
  const sum = html`<b class="sum">${reais(view.amountCents, language)}</b>`;
  const rows: [string, string | VNode | null][] = [
    [words.amount, sum],
    [words.receiptDate, time],
    [words.receiptShop, kept(shop.name)],
    [words.receiptFor, plain(view.title)],
    [words.receiptPayer, kept(view.payer)],
    [words.receiptId, kept(view.depositId)],
    [words.receiptTx, kept(view.blockchainTxId)],
  ];
  return rows.flatMap(([term, text]) => (text === null ? [] : [[term, text]]));
}

/** What no translator changes. */
function kept(text: string | null): VNode | null {
  return text === null ? null : html`<span translate="no">${text}</span>`;
}
