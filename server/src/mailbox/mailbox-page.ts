import { createHash } from 'node:crypto';
import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import { dateTime } from '../mails/format.ts';
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

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The page shows text only, so nothing that a mail says can do anything here. */
export const MAILBOX_POLICY = `default-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const LINK = /^https?:\/\/\S+$/;

export function renderMailbox(mails: readonly Arrived[], baseUrl: string): string {
  return `<!doctype html>${renderToString(
    html`<html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>Caixa de entrada de desenvolvimento</title>
        <style dangerouslySetInnerHTML=${{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>Caixa de entrada de desenvolvimento</h1>
          <p>
            Os e-mails desta instalação, os mais novos primeiro. Existe somente neste computador,
            enquanto nenhum servidor de e-mail está configurado.
          </p>
          ${mails.length === 0 && html`<p>Nenhum e-mail ainda.</p>`}
          ${mails.map((mail) => mailPart(mail, baseUrl))}
        </main>
      </body>
    </html>`,
  )}`;
}

function mailPart({ to, subject, text, at }: Arrived, baseUrl: string) {
  return html`<article>
    <h2>${subject}</h2>
    <p>
      Para: ${to} · <time datetime=${at.toISOString()}>${dateTime(at.toISOString(), 'pt')}</time>
    </p>
    <pre>${text.split('\n').map((line) => lineOf(line, baseUrl))}</pre>
  </article>`;
}

/** Only what leads into this installation becomes a link. */
function lineOf(line: string, baseUrl: string) {
  const isLink = LINK.test(line) && line.startsWith(`${baseUrl}/`);
  return isLink ? html`<a href=${line}>${line}</a>${'\n'}` : `${line}\n`;
}
