import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { type DocPage, hrefOf } from './compose-docs.ts';
import { inSections, pagePath } from './contents.ts';
import type { Hit } from './search-docs.ts';
import { type Frame, renderSheet } from './layout.ts';
import { renderMarkdown } from './render-markdown.ts';
import { WORDS } from './words.ts';

/** A page with its text. */
export function renderPage(frame: Frame, page: DocPage): string {
  const { language } = frame;
  const words = WORDS[language];
  const text = renderMarkdown(page.tokens, {
    language,
    headings: page.headings,
    hrefOf: (target) => hrefOf(target, language),
  });
  const isReference = page.name === 'reference';
  const main = html`<article>
      <h1>${page.title}</h1>
      <p class="lead">${page.summary}</p>
      ${isReference && leadToTry(frame)}
      ${isReference && language !== 'en' ? html`<div lang="en">${text}</div>` : text}
    </article>
    <footer>
      ${neighbours(frame, page)}
      <p><a href=${`${pagePath(language, page.name)}.md`}>${words.asMarkdown}</a></p>
    </footer>`;
  const { title, summary, name } = page;
  return renderSheet(frame, { title, summary, page, place: `/${name}`, main: fragment(main) });
}

/** A template with several root elements yields a list. */
function fragment(parts: VNode | VNode[]): VNode {
  return html`<div class="page">${parts}</div>`;
}

function leadToTry({ language }: Frame): VNode {
  const words = WORDS[language];
  return html`<div class="try">
    <p>${words.tryLead}</p>
    <p><a class="button" href=${`/docs/${language}/try`}>${words.tryIt}</a></p>
    ${language !== 'en' && html`<p>${words.englishOnly}</p>`}
  </div>`;
}

function neighbours({ language, pages }: Frame, page: DocPage): VNode {
  const words = WORDS[language];
  const at = pages.indexOf(page);
  const link = (other: DocPage | undefined, word: string, kind: string): VNode | null =>
    other
      ? html`<a class=${kind} rel=${kind} href=${pagePath(language, other.name)}
          ><small>${word}</small><span>${other.title}</span></a
        >`
      : null;
  return html`<nav class="neighbours" aria-label=${words.around}>
    ${link(pages[at - 1], words.previous, 'prev')} ${link(pages[at + 1], words.next, 'next')}
  </nav>`;
}

/** All pages, grouped by topic. */
export function renderContents(frame: Frame): string {
  const { language } = frame;
  const words = WORDS[language];
  const sections = inSections(frame.pages).map(({ title, pages }) => {
    const cards = pages.map(
      (page) =>
        html`<li>
          <a href=${pagePath(language, page.name)}
            ><b>${page.title}</b><span>${page.summary}</span></a
          >
        </li>`,
    );
    return html`<section>
      <h2>${title[language]}</h2>
      <ul class="cards">
        ${cards}
      </ul>
    </section>`;
  });
  const main = html`<div class="page">
    <h1>${words.name}</h1>
    <p class="lead">${words.lead}</p>
    <p><a class="button" href=${pagePath(language, 'quickstart')}>${words.begin}</a></p>
    ${sections}
  </div>`;
  return renderSheet(frame, { title: words.name, summary: words.lead, place: '', main });
}

export function renderHits(frame: Frame, query: string, hits: readonly Hit[]): string {
  const { language } = frame;
  const words = WORDS[language];
  const status = query === '' ? words.askWords : words.found(hits.length, query);
  const main = html`<div class="page">
    <h1>${words.search}</h1>
    <p class="lead" role="status">${status}</p>
    <ul class="cards">
      ${hits.map(
        ({ page, heading, excerpt }) =>
          html`<li>
            <a href=${pagePath(language, page.name) + (heading ? `#${heading.anchor}` : '')}
              ><b>${heading ? `${page.title}: ${heading.text}` : page.title}</b
              ><span>${excerpt}</span></a
            >
          </li>`,
      )}
    </ul>
  </div>`;
  return renderSheet(frame, { title: words.search, summary: status, words: query, main });
}

export function renderMissing(frame: Frame): string {
  const words = WORDS[frame.language];
  const main = html`<div class="page">
    <h1>${words.missing}</h1>
    <p class="lead">${words.missingLead}</p>
    <p><a class="button" href=${pagePath(frame.language)}>${words.toStart}</a></p>
  </div>`;
  return renderSheet(frame, { title: words.missing, summary: words.missingLead, main });
}
