import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { MarkedToken } from 'marked';
import { LANGUAGES } from '../refusals.ts';
import { type CodeBlock, codeBlocksOf, known } from './code-blocks.ts';
import { composeDocs, type DocPage, hrefOf } from './compose-docs.ts';
import { isGenerated, PAGE_NAMES, pagePath } from './contents.ts';
import { readGuides } from './read-guides.ts';

const REFERENCE = new URL('../../../docs/openapi.json', import.meta.url);
const guides = readGuides();
// The generator always writes an object.
const reference = JSON.parse(readFileSync(REFERENCE, 'utf8')) as Record<string, unknown>;
const docs = await composeDocs(guides, reference);
const all = [...docs.pt, ...docs.en];

const nameOf = ({ language, name }: DocPage): string => `${language}/${name}`;

test('exactly the listed pages exist in both languages', () => {
  for (const language of LANGUAGES) {
    const written = [...guides[language].keys()].sort();
    const wanted = PAGE_NAMES.filter((name) => !isGenerated(name)).sort();
    assert.deepEqual(written, wanted, language);
  }
});

test('every link leads to an existing page and heading', () => {
  const places = new Map(
    all.map((page) => [
      pagePath(page.language, page.name),
      new Set(page.headings.map(({ anchor }) => anchor)),
    ]),
  );
  const wrong = all.flatMap((page) =>
    linksOf(page.tokens)
      .filter((target) => {
        const href = hrefOf(target, page.language);
        if (href === undefined) return !isInRepository(target, page);
        if (href.startsWith('https://')) return false;
        const [path = '', anchor] = href.split('#');
        const anchors = places.get(path === '' ? pagePath(page.language, page.name) : path);
        return anchors === undefined || (anchor !== undefined && !anchors.has(anchor));
      })
      .map((target) => `${nameOf(page)}: ${target}`),
  );
  assert.deepEqual(wrong, []);
});

function isInRepository(target: string, { language }: DocPage): boolean {
  if (!target.startsWith('../')) return false;
  const file = new URL(`../../../docs/guide/${language}/${target}`, import.meta.url);
  try {
    readFileSync(file);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EISDIR';
  }
}

test('a page has the same heading levels in both languages, and no heading twice', () => {
  for (const [at, english] of docs.en.entries()) {
    const other = docs.pt[at];
    assert.deepEqual(
      other?.headings.map(({ depth }) => depth),
      english.headings.map(({ depth }) => depth),
      english.name,
    );
    const anchors = english.headings.map(({ anchor }) => anchor);
    assert.equal(new Set(anchors).size, anchors.length, english.name);
    assert.ok(
      english.headings.every(({ depth }) => depth > 1),
      `${english.name} has two titles`,
    );
  }
});

test('code is the same in both languages, except for comments and sentences', () => {
  for (const [at, english] of docs.en.entries()) {
    const [one, other] = [docs.pt[at], english].map((page) =>
      codeBlocksOf(page?.tokens ?? []).map(withoutWords),
    );
    assert.deepEqual(one, other, english.name);
  }
});

/** Output, comments and literals with spaces may be translated; the rest must be the same. */
function withoutWords({ language, marks, text }: CodeBlock): unknown {
  const isPrinted = language === 'text' || language === 'json';
  const code = isPrinted
    ? `${String(text.split('\n').length)} lines`
    : text
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .replaceAll(/(?<=^|\s)(?:\/\/|#|--|<!--)[^\n]*/gm, '')
        .replaceAll(/<[^<>\n]*>/g, '<>')
        .replaceAll(/'[^'\n]*'|"[^"\n]*"/g, withoutSentences)
        .replaceAll(/[ \t]+$/gm, '')
        .replaceAll(/\n{2,}/g, '\n');
  return { language, marks: [...marks], code: code.trim() };
}

/** Also empties literals within a literal, such as JSON in a shell command. */
function withoutSentences(literal: string): string {
  if (/^'.*"/.test(literal)) return literal.replaceAll(/"[^"]* [^"]*"/g, '""');
  return literal.includes(' ') || /^'(?:pt|en)'$/.test(literal) ? '""' : literal;
}

test('no page contains raw HTML tags, images or entities', () => {
  const tags = all.flatMap((page) =>
    isGenerated(page.name) ? [] : tagsOf(page.tokens).map((tag) => `${nameOf(page)}: ${tag}`),
  );
  assert.deepEqual(tags, []);
});

test('only the quickstart, which CI follows, has blocks to be run', () => {
  const asking = all.filter((page) =>
    codeBlocksOf(page.tokens).some(({ marks }) => marks.has('run') || marks.has('output')),
  );
  assert.deepEqual(asking.map(nameOf), ['pt/quickstart', 'en/quickstart']);
});

test('titles are short, and summaries are one short plain sentence', () => {
  for (const page of all) {
    assert.ok(page.title.length <= 60, nameOf(page));
    assert.ok(page.summary.length <= 160, nameOf(page));
    assert.match(page.summary, /^[^`*[\]<>]+\.$/, nameOf(page));
  }
});

function within(token: MarkedToken): MarkedToken[] {
  if (token.type === 'list') return token.items;
  if (token.type === 'table') {
    return [token.header, ...token.rows].flat().flatMap(({ tokens }) => known(tokens));
  }
  return 'tokens' in token ? known(token.tokens) : [];
}

function linksOf(tokens: readonly MarkedToken[]): string[] {
  return tokens.flatMap((token) => [
    ...(token.type === 'link' ? [token.href] : []),
    ...linksOf(within(token)),
  ]);
}

function tagsOf(tokens: readonly MarkedToken[]): string[] {
  return tokens.flatMap((token) => [
    ...(token.type === 'html' && !/^\s*<!--/.test(token.text) ? [token.text] : []),
    ...(token.type === 'image' ? [token.raw] : []),
    ...(token.type === 'text' && /&(?:[a-z]+|#\d+);/i.test(token.text) ? [token.text] : []),
    ...tagsOf(within(token)),
  ]);
}
