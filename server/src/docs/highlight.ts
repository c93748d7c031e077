import { html } from 'htm/preact';
import type { VNode } from 'preact';

const TEXT = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const TICKS = '`(?:\\\\.|[^`\\\\])*`';
const SLASHES = String.raw`//[^\n]*|/\*[^]*?\*/`;
// A shell comment starts a word: `$#` and `a#b` contain none.
const HASH = String.raw`(?<=^|\s)#[^\n]*`;

const C_WORDS =
  'abstract as async await bool boolean break case catch class const continue default defer else enum export extends false final finally for foreach from func function go if implements import in int interface let namespace new nil null package private public readonly return static string struct switch this throw throws true try type using var void while';
const SCRIPT_WORDS =
  'and as async await begin class def do elif else end except export fi finally for from if import in lambda module nil none not or pass raise require return self then true false unless while with yield None True False';
const SQL_WORDS =
  'SELECT FROM WHERE INSERT INTO UPDATE SET DELETE VALUES CREATE TABLE PRIMARY KEY UNIQUE ON CONFLICT DO NOTHING RETURNING AND OR NOT NULL BEGIN COMMIT';

type Grammar = readonly [comment: string, text: string, words: string];
const C_LIKE: Grammar = [SLASHES, `${TEXT}|${TICKS}`, C_WORDS];
const SCRIPT: Grammar = [HASH, TEXT, SCRIPT_WORDS];
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  ts: C_LIKE,
  js: C_LIKE,
  go: C_LIKE,
  java: C_LIKE,
  csharp: C_LIKE,
  php: [`${SLASHES}|${HASH}`, TEXT, C_WORDS],
  json: [SLASHES, TEXT, 'true false null'],
  sh: [HASH, TEXT, 'export if then fi for do done'],
  python: SCRIPT,
  ruby: SCRIPT,
  yaml: [HASH, TEXT, 'true false null'],
  toml: [HASH, TEXT, 'true false'],
  nginx: [HASH, TEXT, ''],
  sql: ['--[^\n]*', TEXT, SQL_WORDS],
};

const EXPRESSIONS = new Map(
  Object.entries(GRAMMARS).map(([language, [comment, text, words]]) => [
    language,
    new RegExp(`(${comment})|(${text})|\\b(${words.replaceAll(' ', '|') || '(?!)'})\\b`, 'gm'),
  ]),
);

/** Highlights comments, strings and keywords; more would require a parser. */
export function highlight(code: string, language: string): (VNode | string)[] {
  const expression = EXPRESSIONS.get(language);
  if (!expression) return [code];
  const parts: (VNode | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(expression)) {
    const [found, comment, text] = match;
    if (match.index > end) parts.push(code.slice(end, match.index));
    if (comment !== undefined) parts.push(html`<i>${found}</i>`);
    else if (text !== undefined) parts.push(html`<span>${found}</span>`);
    else parts.push(html`<b>${found}</b>`);
    end = match.index + found.length;
  }
  return [...parts, code.slice(end)];
}
