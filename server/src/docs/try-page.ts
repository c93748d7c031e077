import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import { type Language, LOCALES } from '../refusals.ts';
import { TRY_SCRIPT } from './assets.ts';
import { pagePath } from './contents.ts';
import { WORDS } from './words.ts';

/** The API client brings its own styles; this is for the link back. */
const STYLE = `
:root { color-scheme: light dark; --scalar-custom-header-height: 3rem; }
body { margin: 0; }
.back { position: sticky; z-index: 10; top: 0; height: 3rem; margin: 0; border-bottom: 1px solid #8884;
  background: Canvas; font: 0.9375rem/3rem system-ui, sans-serif; }
.back a { display: inline-block; padding: 0 1rem; color: inherit; text-decoration: none; }
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
