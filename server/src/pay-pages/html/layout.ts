import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { FAVICON } from '../../favicon.ts';
import { type Language, LOCALES } from '../../refusals.ts';
import { sentence } from './format.ts';
import { icon } from './icons.ts';
import { plain } from './plain-text.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import type { Frame } from './view.ts';
import { WORDS } from './words.ts';

/** What is between a page's header and footer. */
export interface Page {
  /** The beginning of the document's title; it depends on the state. */
  readonly title: string;
  /** What is paid, or to whom; the rest of the title. */
  readonly about: string;
  /** What a chat shows below the title when the page's link is shared. */
  readonly summary?: string;
  /** Whether the page, if no script runs, reloads itself every ten seconds. */
  readonly refreshes: boolean;
  readonly main: VNode;
  /** What the link to the other language keeps of this page's query, ready to be appended. */
  readonly keeps?: string;
}

export function renderPage(frame: Frame, page: Page): string {
  const title = page.about === '' ? page.title : `${page.title} · ${page.about}`;
  // `html` only knows elements, so the doctype is written separately.
  return `<!doctype html>${renderToString(
    html`<html lang=${LOCALES[frame.language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        ${page.summary !== undefined && preview(title, page.summary)}
        <link rel="icon" href=${FAVICON} />
        <style dangerouslySetInnerHTML=${{ __html: STYLE }} />
        <script src=${SCRIPT.path} defer></script>
        ${page.refreshes && html`<noscript><meta http-equiv="refresh" content="10" /></noscript>`}
      </head>
      <body>
        ${top(frame, page.keeps)} ${page.main} ${foot(frame)}
        <p id="said" class="unseen" aria-live="polite"></p>
      </body>
    </html>`,
  )}`;
}

function preview(title: string, summary: string): VNode[] {
  return [
    html`<meta property="og:title" content=${title} />`,
    html`<meta name="description" property="og:description" content=${summary} />`,
  ];
}

function top(frame: Frame, keeps = ''): VNode {
  const words = WORDS[frame.language];
  const other: Language = frame.language === 'pt' ? 'en' : 'pt';
  const lang = LOCALES[other];
  // Not every screen reader announces a region inserted with its text: this one exists. As a status
  // it would be read by its role while it is empty.
  return html`<header>
    ${frame.mode === 'test' && html`<p class="strip">${words.test}</p>`}
    <div aria-live="polite">
      <p id="offline" class="strip" hidden>
        ${words.offline} <span class="if-valid">${words.offlineWithCode}</span>
        <span class="if-over">${words.offlineWithOldCode}</span>
      </p>
    </div>
    <div class="top">
      <p>${icon('pix')}<span>${words.payByPix}</span></p>
      <a href=${`${frame.path}?lang=${other}${keeps}`} hreflang=${lang} lang=${lang}
        >${words.otherLanguage}</a
      >
    </div>
  </header>`;
}

/** Empty without an institution, since the header says everything else. */
function foot({ language, institution }: Frame): VNode | null {
  const name = plain(institution ?? '');
  if (name === '') return null;
  return html`<footer><p>${sentence(WORDS[language].foot(name))}</p></footer>`;
}

/** One of our paths, in the language of this page. */
export function inLanguage(frame: Frame, path: string): string {
  return `${path}?lang=${frame.language}`;
}

/** Whom to pay. A translator would make another name of theirs. */
export function payHeading({ language, shop: { name } }: Frame): (string | VNode)[] {
  const words = WORDS[language].pay(name);
  if (name === null) return [words];
  return [words.slice(0, -name.length), html`<span translate="no">${name}</span>`];
}

/** How to reach the shop, if it says so. */
export function contactLine(frame: Frame): VNode | null {
  const { contact } = frame.shop;
  if (contact === null) return null;
  return html`<p class="contact">
    <span>${WORDS[frame.language].contact}</span> <b translate="no">${contact}</b>
  </p>`;
}
