import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import { type Language, LOCALES } from '../refusals.ts';
import { TRY_SCRIPT } from './assets.ts';
import { pagePath } from './contents.ts';
import { WORDS } from './words.ts';

/** The client brings its own styles. These are for the link back, and what it shows too pale. */
const STYLE = `
:root { color-scheme: light dark; --scalar-custom-header-height: 3rem; }
body { margin: 0; }
.back { position: sticky; z-index: 10; top: 0; height: 3rem; margin: 0; border-bottom: 1px solid #8884;
  background: Canvas; font: 0.9375rem/3rem system-ui, sans-serif; }
.back a { display: inline-block; padding: 0 1rem; color: inherit; text-decoration: none; }
:root .light-mode {
  --scalar-color-2: #616161; --scalar-color-3: #6b6b6b; --scalar-color-blue: #0069aa;
  --scalar-color-green: #00744a; --scalar-color-yellow: #7d5f00; --scalar-color-orange: #b83e00;
  --scalar-color-red: #d00000;
}
:root .dark-mode { --scalar-color-3: #949494; --scalar-color-red: #ff6b6b; }
`;

export function renderTryPage(language: Language, clientPath: string): string {
  const words = WORDS[language];
  const reference = pagePath(language, 'reference');
  return `<!doctype html>${renderToString(
    html`<html lang=${LOCALES[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${`${words.tryTitle} · ${words.name}`}</title>
        <style dangerouslySetInnerHTML=${{ __html: STYLE }} />
        <script src=${clientPath} defer></script>
        <script src=${TRY_SCRIPT.path} defer></script>
      </head>
      <body>
        <p class="back"><a href=${reference}>${words.backToReference}</a></p>
        <div id="app"></div>
        <noscript>
          <p>${words.tryNeedsScript}${' '}<a href=${reference}>${reference}</a></p>
        </noscript>
      </body>
    </html>`,
  )}`;
}
