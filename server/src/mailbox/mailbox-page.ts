import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import { dateTime } from '../brasilia-time.ts';
import { sourceOf } from '../platform/inline-style.ts';
import type { Language } from '../refusals.ts';
import type { Arrived } from './read-mailbox.ts';

const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
a { color: light-dark(#0b6563, #7fd1cd); }
body { margin: 0 auto; padding: 16px; max-width: 760px; font: 16px/1.5 system-ui, sans-serif; }
article { border: 1px solid #8a9a96; border-radius: 8px; padding: 12px 16px; margin: 16px 0; }
h2 { font-size: 1.1rem; margin: 0 0 4px; }
p { margin: 0 0 8px; }
pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
`;

/** The page shows only text, so the contents of a mail cannot do anything here. */
export const MAILBOX_POLICY = `default-src 'none'; style-src ${sourceOf(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const LINK = /^https?:\/\/\S+$/;

const WORDS = {
  pt: {
    lang: 'pt-BR',
    title: 'Caixa de entrada de desenvolvimento',
    about:
      'Os e-mails desta instalação, os mais novos primeiro. Existe somente neste computador, enquanto nenhum servidor de e-mail está configurado.',
    none: 'Nenhum e-mail ainda.',
    to: 'Para',
  },
  en: {
    lang: 'en',
    title: 'Development mailbox',
    about:
      'The mails of this installation, the newest first. It is there on this computer only, while no mail server is configured.',
    none: 'No mail yet.',
    to: 'To',
  },
} as const;

export function renderMailbox(
  mails: readonly Arrived[],
  baseUrl: string,
  language: Language,
): string {
  const words = WORDS[language];
  return `<!doctype html>${renderToString(
    html`<html lang=${words.lang}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${words.title}</title>
        <style dangerouslySetInnerHTML=${{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>${words.title}</h1>
          <p>${words.about}</p>
          ${mails.length === 0 && html`<p>${words.none}</p>`}
          ${mails.map((mail) => mailPart(mail, baseUrl, language))}
        </main>
      </body>
    </html>`,
  )}`;
}

function mailPart({ to, subject, text, at }: Arrived, baseUrl: string, language: Language) {
  return html`<article>
    <h2>${subject}</h2>
    <p>
      ${WORDS[language].to}: ${to} ·${' '}
      <time datetime=${at.toISOString()}>${dateTime(at.toISOString(), language)}</time>
    </p>
    <pre>${text.split('\n').map((line) => lineOf(line, baseUrl))}</pre>
  </article>`;
}

/** Only URLs of this installation become links. */
function lineOf(line: string, baseUrl: string) {
  const isLink = LINK.test(line) && line.startsWith(`${baseUrl}/`);
  return isLink ? html`<a href=${line}>${line}</a>${'\n'}` : `${line}\n`;
}
