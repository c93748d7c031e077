import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { dateTime } from '../../brasilia-time.ts';
import { reais } from '../../money.ts';
import { drawQr } from '../../pix/draw-qr.ts';
import { payerPath } from './addresses.ts';
import { sentence } from './format.ts';
import { icon } from './icons.ts';
import { inLanguage, payHeading } from './layout.ts';
import { plain } from './plain-text.ts';
import type { CheckoutView } from './view.ts';
import { WORDS } from './words.ts';

/** What banks’ apps call it, to be read aloud in Portuguese on an English page too. */
const MENU = 'Copia e cola';

/** A code that can be paid. The copy button comes first, since most use a phone. */
export function waitingPart(view: CheckoutView, code: string): VNode[] {
  const { language } = view.frame;
  const words = WORDS[language];
  return [
    html`<h1 tabindex="-1">
      <span>${payHeading(view.frame)}</span> <b class="sum">${reais(view.amountCents, language)}</b>
    </h1>`,
    html`<button
      type="button"
      id="copy"
      class="button"
      data-copied=${words.copied}
      data-hold=${words.hold}
    >
      ${icon('copy')}<span>${words.copy}</span>
    </button>`,
    html`<div class="plate">${qrSvg(code, words.qr)}</div>`,
    html`<div class="live">
      <div role="status"><p id="status">${words.waiting}</p></div>
      <p
        id="countdown"
        role="timer"
        data-left=${words.expiresIn}
        data-five=${words.fiveMinutes}
        data-one=${words.oneMinute}
      ></p>
    </div>`,
    ...printedEnd(view),
    html`<div class="rest">${codeBox(view, code)} ${steps(view)} ${sendElsewhere(view)}</div>`,
  ];
}

function qrSvg(code: string, label: string): VNode {
  const { size, path } = drawQr(code);
  const box = `0 0 ${size} ${size}`;
  return html`<svg
    id="qr"
    role="img"
    aria-label=${label}
    viewBox=${box}
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d=${`M0 0h${size}v${size}H0z`} />
    <path stroke="#000" d=${path} />
  </svg>`;
}

/** Paper has no countdown. */
function printedEnd({ expiresAt, frame: { language } }: CheckoutView): VNode[] {
  if (expiresAt === null) return [];
  const end = dateTime(expiresAt, language);
  return [html`<p class="printed">${WORDS[language].validUntil(end)}</p>`];
}

function codeBox({ frame }: CheckoutView, code: string): VNode {
  return html`<section class="box">
    <h2>${WORDS[frame.language].code}</h2>
    <p id="code" translate="no">${code}</p>
  </section>`;
}

function steps(view: CheckoutView): VNode {
  const words = WORDS[view.frame.language];
  const { name } = view.frame.shop;
  const title = plain(view.title);
  // Cleaned as the sentence around it will be, so that it is found there.
  const payee = view.payee && sentence(plain(view.payee.name));
  return html`<section>
    <h2>${words.steps}</h2>
    <ol id="steps">
      <li>${words.step1}</li>
      <li>${parted(words.step2(MENU), MENU, html`<span lang="pt-BR">${MENU}</span>`)}</li>
      <li>${words.step3}</li>
    </ol>
    ${
      view.payee &&
      payee &&
      html`<p class="note">
        ${kept(sentence(words.payee(payee, name, view.payee.isCertain)), payee)}
      </p>`
    }
    ${view.payer && html`<p class="note whole">${kept(words.payer(view.payer), view.payer)}</p>`}
    <p class="note">${parted(words.waitingFor(title), title, html`<b>${title}</b>`)}</p>
  </section>`;
}

function sendElsewhere(view: CheckoutView): VNode {
  const { frame } = view;
  const words = WORDS[frame.language];
  const page = frame.origin + inLanguage(frame, payerPath(view));
  const text = words.sentElsewhere(plain(view.title), reais(view.amountCents, frame.language));
  return html`<p class="actions">
    <a
      class="button quiet"
      href=${`https://wa.me/?text=${encodeURIComponent(`${text}\n${page}`)}`}
      rel="noopener noreferrer"
      >${words.sendElsewhere}</a
    >
  </p>`;
}

/** A sentence with the first occurrence of a part in bold, which no translator changes. */
function kept(sentence: string, part: string): (string | VNode)[] {
  return parted(sentence, part, html`<b translate="no">${part}</b>`);
}

/** A sentence with an element in place of the first occurrence of a part. */
function parted(sentence: string, part: string, element: VNode): (string | VNode)[] {
  const at = sentence.indexOf(part);
  return [sentence.slice(0, at), element, sentence.slice(at + part.length)];
}
