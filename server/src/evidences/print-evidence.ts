import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import type { Evidence, Part } from './compose-evidence.ts';

const TITLES: Readonly<Record<Part['name'], string>> = {
  alert: 'Alerta · Alert',
  charge: 'Cobrança · Charge',
  timeline: 'Linha do tempo · Timeline',
  providerAnswers: 'Respostas do provedor · Provider answers',
  deliveries: 'Webhooks enviados · Webhooks sent',
};

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h2{margin:2rem 0 .5rem;break-after:avoid}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f5f5;padding:1rem;font-size:12px}
code{overflow-wrap:anywhere}@media print{pre{background:none;border:1px solid #999}}`;

/** The bundle as a page without scripts, to print or to save as PDF. */
export function printEvidence({ depositId, madeAt, parts }: Evidence): string {
  return `<!doctype html>${renderToString(
    html`<html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${`Evidências ${depositId}`}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <h1>Evidências da cobrança <code>${depositId}</code></h1>
        <p>
          Gerado em <time datetime=${madeAt}>${madeAt}</time>. O SHA-256 de cada parte é o do seu
          JSON com as chaves em ordem e sem espaços. ·
          <span lang="en">
            ${' '}The SHA-256 of each part is that of its JSON with sorted keys and no white space.
          </span>
        </p>
        ${parts.map(
          ({ name, content, sha256 }) =>
            html`<section>
              <h2>${TITLES[name]}</h2>
              <p>SHA-256 <code>${sha256}</code></p>
              <pre>${JSON.stringify(content, null, 2)}</pre>
            </section>`,
        )}
      </body>
    </html>`,
  )}`;
}
