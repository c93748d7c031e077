import { html } from 'htm/preact';
import { duration, sentence } from './format.ts';
import { type Icon, icon } from './icons.ts';
import { contactLine, inLanguage, renderPage } from './layout.ts';
import { tooMany } from './too-many.ts';
import type { NoticeView } from './view.ts';
import { WORDS } from './words.ts';

const ICONS: Readonly<Record<NoticeView['kind'], Icon>> = {
  missing: 'look',
  inactive: 'off',
  paused: 'clock',
  unavailable: 'stop',
  too_many: 'clock',
  full: 'clock',
  unreadable: 'stop',
};

/** A page without a link, form or payment. */
export function renderNotice(view: NoticeView): string {
  const { frame, kind } = view;
  const words = WORDS[frame.language];
  const title = words.notices[kind];
  const canRetry = ['unavailable', 'too_many', 'full', 'unreadable'].includes(kind);
  const main = html`<main id="main" data-state=${kind}>
    <div class="told">
      <div class="badge">${icon(ICONS[kind])}</div>
      <h1>${title}</h1>
      <p class="lead">${sentence(explain(view))}</p>
      ${
        canRetry &&
        html`<div class="actions">
          <a class="button" href=${inLanguage(frame, frame.path)}>${words.again}</a>
        </div>`
      }
      ${contactLine(frame)}
    </div>
  </main>`;
  return renderPage(frame, { title, about: frame.shop.name ?? '', refreshes: false, main });
}

function explain({ frame, kind, retryAfterSeconds }: NoticeView): string {
  const words = WORDS[frame.language];
  const wait = duration(retryAfterSeconds, frame.language);
  switch (kind) {
    case 'missing':
      return words.missing;
    case 'inactive':
      return words.inactive(frame.shop.name);
    case 'paused':
      return words.paused(frame.shop.name);
    case 'unavailable':
      return words.unavailable;
    case 'too_many':
      return words.tooManyViews(wait);
    case 'full':
      return tooMany(frame, retryAfterSeconds);
    case 'unreadable':
      return words.unreadable;
  }
}
