import { html } from 'htm/preact';
import type { MarkedToken, Tokens } from 'marked';
import type { VNode } from 'preact';
import type { Language } from '../refusals.ts';
import { known, readCodeBlock, readMarkdown } from './code-blocks.ts';
import { anchorOf } from './anchors.ts';
import { highlight } from './highlight.ts';
import { WORDS } from './words.ts';

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

export interface Surroundings {
  readonly language: Language;
  /** Of the page's headings, in order. */
  readonly headings: readonly Heading[];
  /** The URL of a link; undefined for files that are not served. */
  readonly hrefOf: (target: string) => string | undefined;
}

type Part = VNode | string | readonly Part[];

export function headingsOf(tokens: readonly MarkedToken[]): Heading[] {
  const taken = new Map<string, number>();
  return tokens
    .filter((token) => token.type === 'heading')
    .map((token) => {
      const text = plainText(token.tokens);
      return { depth: token.depth, text, anchor: anchorOf(text, taken) };
    });
}

/** The text without its markup. */
export function plainText(tokens: Tokens.Generic['tokens']): string {
  return known(tokens)
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token ? token.text : token.type === 'br' ? ' ' : '';
    })
    .join('');
}

/**
 * Each token becomes an element, and each text a text node: no HTML in Markdown is passed on, so
 * that what looks like a tag is shown as text.
 */
export function renderMarkdown(tokens: readonly MarkedToken[], around: Surroundings): Part {
  const headings = around.headings.values();
  const render = (token: MarkedToken): Part => {
    switch (token.type) {
      case 'heading':
        return renderHeading(token, headings.next().value, breakable(token, around), around);
      case 'paragraph':
        return html`<p>${inline(token.tokens, around)}</p>`;
      case 'blockquote':
        return renderQuote(token, around);
      case 'list':
        return renderList(token, around, render);
      case 'code':
        return renderCode(token, around.language);
      case 'table':
        return renderTable(token, around);
      case 'hr':
        return html`<hr />`;
      case 'html':
        return isComment(token.text) ? '' : html`<p>${token.text}</p>`;
      default:
        return inline([token], around);
    }
  };
  return tokens.map(render);
}

function isComment(text: string): boolean {
  return /^\s*<!--[^]*-->\s*$/.test(text);
}

/** A line could only end within a word of an operation's path; it may end before each slash. */
function breakable({ text, tokens }: Tokens.Heading, around: Surroundings): Part {
  if (!/^[A-Z]+ \//.test(text)) return inline(tokens, around);
  return text.split(/(?=\/)/).map((part) => [html`<wbr />`, part]);
}

function renderHeading(
  { depth }: Tokens.Heading,
  heading: Heading | undefined,
  inside: Part,
  { language }: Surroundings,
): VNode {
  const anchor = heading?.anchor ?? '';
  const label = WORDS[language].anchor(heading?.text ?? '');
  const link = html`<a class="anchor" href=${`#${anchor}`} aria-label=${label}>#</a>`;
  switch (depth) {
    case 2:
      return html`<h2 id=${anchor}>${inside} ${link}</h2>`;
    case 3:
      return html`<h3 id=${anchor}>${inside} ${link}</h3>`;
    default:
      return html`<h4 id=${anchor}>${inside} ${link}</h4>`;
  }
}

const CALLOUT = /^\[!(NOTE|TIP|WARNING)\]\n/;

function renderQuote({ text }: Tokens.Blockquote, around: Surroundings): VNode {
  const [mark = '', kind] = CALLOUT.exec(text) ?? [];
  const inside = renderMarkdown(readMarkdown(text.slice(mark.length)), around);
  if (kind !== 'NOTE' && kind !== 'TIP' && kind !== 'WARNING') {
    return html`<blockquote>${inside}</blockquote>`;
  }
  return html`<div class=${`callout ${kind.toLowerCase()}`} role="note">
    <p class="label">${WORDS[around.language].callouts[kind]}</p>
    ${inside}
  </div>`;
}

function renderList(
  list: Tokens.List,
  around: Surroundings,
  render: (token: MarkedToken) => Part,
): VNode {
  const words = WORDS[around.language];
  const items = list.items.map(({ task, checked, tokens }) => {
    const inside = known(tokens).map((token) => (token.type === 'checkbox' ? '' : render(token)));
    if (!task) return html`<li>${inside}</li>`;
    return html`<li class="task">
      <span class="box" role="img" aria-label=${checked ? words.done : words.toDo}
        >${checked ? '✓' : ''}</span
      >
      <div>${inside}</div>
    </li>`;
  });
  if (!list.ordered)
    return html`<ul>
      ${items}
    </ul>`;
  return html`<ol start=${list.start === 1 ? undefined : list.start}>
    ${items}
  </ol>`;
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  csharp: 'C#',
  go: 'Go',
  html: 'HTML',
  http: 'HTTP',
  java: 'Java',
  js: 'JavaScript',
  json: 'JSON',
  nginx: 'nginx',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  sh: 'Terminal',
  sql: 'SQL',
  text: '',
  toml: 'TOML',
  ts: 'TypeScript',
  yaml: 'YAML',
};

/** The block scrolls by itself, and can be focused, for keyboard users. */
function renderCode({ lang = '', text }: Tokens.Code, language: Language): VNode {
  const words = WORDS[language];
  const block = readCodeBlock(lang, text);
  const name = LANGUAGE_NAMES[block.language] ?? block.language;
  const title = block.marks.get('file') ?? (name === '' ? words.output : name);
  return html`<figure class="code">
    <figcaption>${title}</figcaption>
    <pre tabindex="0" role="group" aria-label=${words.code(title)}><code>${highlight(
      block.text,
      block.language,
    )}</code></pre>
  </figure>`;
}

/** More columns than two do not fit on a phone, where each row becomes a list of its cells. */
function renderTable({ header, rows }: Tokens.Table, around: Surroundings): VNode {
  const stacks = header.length > 2;
  // A browser may no longer take for a table what is not laid out as one.
  const ifStacked = (text: string): string | undefined => (stacks ? text : undefined);
  const cell = ({ align, tokens }: Tokens.TableCell, title?: string): VNode => {
    const aligned = align === 'right' ? 'number' : undefined;
    const inside = inline(tokens, around);
    if (title !== undefined) {
      return html`<td role=${ifStacked('cell')} class=${aligned} data-title=${ifStacked(title)}>
        ${inside}
      </td>`;
    }
    return html`<th scope="col" role=${ifStacked('columnheader')} class=${aligned}>${inside}</th>`;
  };
  const titles = header.map(({ text }) => text.replaceAll('`', ''));
  const label = WORDS[around.language].table;
  return html`<div
    class=${stacks ? 'wide stacks' : 'wide'}
    tabindex="0"
    role="group"
    aria-label=${label}
  >
    <table role=${ifStacked('table')}>
      <thead role=${ifStacked('rowgroup')}>
        <tr role=${ifStacked('row')}>
          ${header.map((one) => cell(one))}
        </tr>
      </thead>
      <tbody role=${ifStacked('rowgroup')}>
        ${rows.map(
          (row) =>
            html`<tr role=${ifStacked('row')}>
              ${row.map((one, at) => cell(one, titles[at] ?? ''))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function inline(tokens: Tokens.Generic['tokens'], around: Surroundings): Part {
  return known(tokens).map((token): Part => {
    switch (token.type) {
      case 'text':
        return token.tokens ? inline(token.tokens, around) : keepTogether(token.text);
      case 'escape':
        return token.text;
      case 'codespan':
        return html`<code>${token.text}</code>`;
      case 'strong':
        return html`<strong>${inline(token.tokens, around)}</strong>`;
      case 'em':
        return html`<em>${inline(token.tokens, around)}</em>`;
      case 'del':
        return html`<del>${inline(token.tokens, around)}</del>`;
      case 'br':
        return html`<br />`;
      case 'link':
        return renderLink(token, around);
      case 'html':
        return isComment(token.text) ? '' : token.text;
      default:
        return '';
    }
  });
}

/** Prevents a line break between an amount and its currency. */
function keepTogether(text: string): string {
  return text.replaceAll(/R\$ (?=\d)/g, 'R$\u00a0');
}

function renderLink({ href, tokens }: Tokens.Link, around: Surroundings): Part {
  const target = around.hrefOf(href);
  const inside = inline(tokens, around);
  return target === undefined ? inside : html`<a href=${target}>${inside}</a>`;
}
