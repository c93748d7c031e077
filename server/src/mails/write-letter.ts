import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Language } from '../refusals.ts';
import { DRAFTS_EN } from './drafts-en.ts';
import { DRAFTS_PT } from './drafts-pt.ts';
import { endpointDisabled } from './endpoint-disabled.ts';
import type { Draft, Letter, Mail, PersonalKind, PersonalMail } from './mail.ts';
import { PATHS } from './paths.ts';

const WORDS = {
  pt: {
    drafts: DRAFTS_PT,
    locale: 'pt-BR',
    greeting: 'Olá,',
    test: '[Teste] ',
    strip: 'Ambiente de testes: nenhum dinheiro de verdade',
    paste: 'Se o botão não abrir, copie este endereço para o navegador:',
    sender: (url: string) => `Enviado pelo Ponte em ${url}. Não responda a este e-mail.`,
  },
  en: {
    drafts: DRAFTS_EN,
    locale: 'en',
    greeting: 'Hello,',
    test: '[Test] ',
    strip: 'Test mode: no real money',
    paste: 'If the button does not open, copy this address into the browser:',
    sender: (url: string) => `Sent by Ponte at ${url}. Do not reply to this e-mail.`,
  },
} as const;

/** Renders a mail. @param baseUrl the base of its only link */
export function writeLetter(mail: Mail, baseUrl: string): Letter {
  if (!('recipient' in mail)) {
    const { subject, text } = endpointDisabled(mail.accountId, mail.facts, baseUrl);
    const html = page('pt-BR', subject, [preformatted(text)]);
    return { subject, text, html };
  }
  const { language, facts } = mail;
  const words = WORDS[language];
  const draft = { ...from(words.drafts, mail), link: baseUrl + from(PATHS, mail) };
  const isTest = 'mode' in facts && facts.mode === 'test';
  const subject = `${isTest ? words.test : ''}${draft.subject}`;
  return {
    subject,
    text: textOf(draft, language, isTest, baseUrl),
    html: htmlOf({ ...draft, subject }, language, isTest, baseUrl),
  };
}

function from<Part>(
  parts: { readonly [Kind in PersonalKind]: (facts: never) => Part },
  { kind, facts }: PersonalMail,
): Part {
  // Kind and facts belong together in every mail, which the compiler cannot follow here.
  const part = parts[kind] as (facts: unknown) => Part;
  return part(facts);
}

interface Linked extends Draft {
  readonly link: string;
}

/** Far below the line length at which mail servers insert breaks. */
const COLUMNS = 78;

function textOf({ lines, action, link }: Linked, language: Language, isTest: boolean, url: string) {
  const words = WORDS[language];
  const parts = [
    ...(isTest ? [words.strip] : []),
    words.greeting,
    ...lines.map(wrap),
    `${action}:\n${link}`,
    `--\n${words.sender(url)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function wrap(line: string): string {
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + word.length < COLUMNS) {
      rows[rows.length - 1] = `${row} ${word}`;
    } else rows.push(word);
  }
  return rows.join('\n');
}

const STYLES = {
  body: 'margin:0;padding:24px 12px;background:#f3f6f5;color:#1b2422;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d5dedb;border-radius:8px;word-break:break-word',
  strip: 'margin:0 0 16px;padding:8px 12px;background:#fdf0d8;color:#5c3d00;border-radius:4px',
  button:
    'display:inline-block;padding:12px 20px;background:#0a6b58;color:#ffffff;text-decoration:none;border-radius:6px',
  small: 'margin:16px 0 0;color:#55625f;font-size:13px',
  pre: 'margin:0;white-space:pre-wrap;font:inherit',
} as const;

function htmlOf(
  { subject, lines, action, link }: Linked,
  language: Language,
  isTest: boolean,
  url: string,
): string {
  const words = WORDS[language];
  return page(words.locale, subject, [
    ...(isTest ? [html`<p style=${STYLES.strip}>${words.strip}</p>`] : []),
    html`<p>${words.greeting}</p>`,
    ...lines.map((line) => html`<p>${line}</p>`),
    html`<p><a href=${link} style=${STYLES.button}>${action}</a></p>`,
    html`<p style=${STYLES.small}>${words.paste}<br />${link}</p>`,
    html`<p style=${STYLES.small}>${words.sender(url)}</p>`,
  ]);
}

function preformatted(text: string): VNode {
  return html`<pre style=${STYLES.pre}>${text}</pre>`;
}

function page(locale: string, subject: string, parts: readonly VNode[]): string {
  return `<!doctype html>${renderToString(
    html`<html lang=${locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${subject}</title>
      </head>
      <body style=${STYLES.body}>
        <div style=${STYLES.card}>${parts}</div>
      </body>
    </html>`,
  )}`;
}
