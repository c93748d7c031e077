import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { BRIDGE, FAVICON } from '../favicon.ts';
import { type Language, LANGUAGES, LOCALES } from '../refusals.ts';
import { inSections, pagePath } from './contents.ts';
import type { DocPage } from './compose-docs.ts';
import { SCRIPT, STYLE } from './assets.ts';
import { WORDS } from './words.ts';

/** The surroundings that all pages of a language share. */
export interface Frame {
  readonly language: Language;
  /** The origin of this installation, for URLs used elsewhere. */
  readonly origin: string;
  /** All pages of the language, in order. */
  readonly pages: readonly DocPage[];
}

export interface Sheet {
  readonly title: string;
  readonly summary: string;
  /** The page shown; undefined for those that only link to pages. */
  readonly page?: DocPage;
  /** The path without the language; undefined if search engines should not index it. */
  readonly place?: string | undefined;
  readonly words?: string;
  readonly main: VNode;
}

export function renderSheet(frame: Frame, sheet: Sheet): string {
  const { language } = frame;
  const words = WORDS[language];
  const title = sheet.title === words.name ? words.name : `${sheet.title} · ${words.name}`;
  return `<!doctype html>${renderToString(
    html`<html lang=${LOCALES[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content=${sheet.summary} />
        ${sheet.place === undefined ? html`<meta name="robots" content="noindex" />` : alternates(frame, sheet.place)}
        ${sheet.page && html`<link rel="alternate" type="text/markdown" href=${`${pagePath(language, sheet.page.name)}.md`} />`}
        <link rel="icon" href=${FAVICON} />
        <style dangerouslySetInnerHTML=${{ __html: STYLE.text }} />
        <script src=${SCRIPT.path} defer></script>
      </head>
      <body data-copy=${words.copy} data-copied=${words.copied} data-chosen=${words.chosen}>
        <a class="skip" href="#content">${words.toContent}</a>
        ${top(frame, sheet)}
        <div class="columns">
          ${menu(frame, sheet.page)}
          <main id="content">${sheet.main}</main>
        </div>
      </body>
    </html>`,
  )}`;
}

/** Tells search engines the absolute URLs of the page in each language. */
function alternates({ language, origin }: Frame, place: string): VNode[] {
  const links = LANGUAGES.map(
    (other) =>
      html`<link
        rel="alternate"
        hreflang=${LOCALES[other]}
        href=${`${origin}${pagePath(other)}${place}`}
      />`,
  );
  const own = html`<link rel="canonical" href=${`${origin}${pagePath(language)}${place}`} />`;
  // At this address, the reader's browser decides about the language.
  const any = html`<link rel="alternate" hreflang="x-default" href=${`${origin}/docs${place}`} />`;
  return [own, ...links, any].flat();
}

function top({ language }: Frame, sheet: Sheet): VNode {
  const { words: query = '' } = sheet;
  const place = sheet.place ?? (query === '' ? '' : `/search?q=${encodeURIComponent(query)}`);
  const words = WORDS[language];
  const other: Language = language === 'pt' ? 'en' : 'pt';
  const mark = html`<svg viewBox="3 6 26 26" aria-hidden="true">
    <path d=${BRIDGE} />
  </svg>`;
  return html`<header class="top">
    <a class="brand" href=${pagePath(language)}>${mark}<b>Ponte</b><span>${words.short}</span></a>
    <form role="search" action=${`${pagePath(language)}/search`}>
      <input
        type="search"
        name="q"
        value=${query}
        maxlength="100"
        aria-label=${words.search}
        placeholder=${words.search}
      />
      <button>${words.searchButton}</button>
    </form>
    <a
      class="plain"
      href=${`${pagePath(other)}${place}`}
      hreflang=${LOCALES[other]}
      lang=${LOCALES[other]}
      >${words.otherLanguage}</a
    >
    <a class="plain" href="/app">${words.dashboard}</a>
    <button class="opener" popovertarget="menu" aria-label=${words.openPages}>
      ${words.pages}
    </button>
  </header>`;
}

/** On a phone, a popover that needs no script; beside the text if there is room. */
function menu(frame: Frame, current: DocPage | undefined): VNode {
  const words = WORDS[frame.language];
  const sections = inSections(frame.pages).map(({ title, pages }) => {
    const items = pages.map((page) => menuItem(frame.language, page, page === current));
    return html`<section>
      <h2>${title[frame.language]}</h2>
      <ul>
        ${items}
      </ul>
    </section>`;
  });
  return html`<nav id="menu" popover="auto" aria-label=${words.pages}>
    <button class="closer" popovertarget="menu" popovertargetaction="hide">
      ${words.closePages}
    </button>
    ${sections}
  </nav>`;
}

function menuItem(language: Language, page: DocPage, isCurrent: boolean): VNode {
  const link = html`<a
    href=${pagePath(language, page.name)}
    aria-current=${isCurrent ? 'page' : undefined}
    >${page.title}</a
  >`;
  if (!isCurrent) return html`<li>${link}</li>`;
  const headings = page.headings
    .filter(({ depth }) => depth === 2)
    .map(({ anchor, text }) => html`<li><a href=${`#${anchor}`}>${text}</a></li>`);
  return html`<li>
    ${link}${
      headings.length > 0 &&
      html`<ol>
        ${headings}
      </ol>`
    }
  </li>`;
}
