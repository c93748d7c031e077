import type { MarkedToken } from 'marked';
import type { DocPage } from './compose-docs.ts';
import { known } from './code-blocks.ts';
import { type Heading, plainText } from './render-markdown.ts';

/** A section of a page that contains all the words. */
export interface Hit {
  readonly page: DocPage;
  /** Undefined for text before the first heading. */
  readonly heading: Heading | undefined;
  readonly excerpt: string;
}

interface Section extends Omit<Hit, 'excerpt'> {
  readonly text: string;
  /** The text to compare with: lower-case, without accents. */
  readonly bare: string;
  readonly bareTitle: string;
}

export type Search = (query: string) => Hit[];

const MAX_HITS = 30;
const MAX_WORDS = 8;
const EXCERPT = 160;

/** Indexes all pages once; each search then scans a few hundred kilobytes of text. */
export function openSearch(pages: readonly DocPage[]): Search {
  const sections = pages.flatMap(sectionsOf);
  return (query) => {
    const words = bareOf(query).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    return sections
      .filter(({ bare, bareTitle }) =>
        words.every((word) => bare.includes(word) || bareTitle.includes(word)),
      )
      .map((section) => ({ section, inTitle: countIn(section.bareTitle, words) }))
      .sort((one, other) => other.inTitle - one.inTitle)
      .slice(0, MAX_HITS)
      .map(({ section }) => ({
        page: section.page,
        heading: section.heading,
        excerpt: excerptOf(section, words),
      }));
  };
}

function countIn(text: string, words: readonly string[]): number {
  return words.filter((word) => text.includes(word)).length;
}

function sectionsOf(page: DocPage): Section[] {
  const parts: { heading: Heading | undefined; texts: string[] }[] = [
    { heading: undefined, texts: [page.summary] },
  ];
  const headings = page.headings.values();
  for (const token of page.tokens) {
    if (token.type === 'heading') parts.push({ heading: headings.next().value, texts: [] });
    else parts.at(-1)?.texts.push(textOf(token));
  }
  return parts.map(({ heading, texts }) => {
    const text = texts.join(' ').replaceAll(/\s+/g, ' ').trim();
    const title = `${page.title} ${heading?.text ?? ''}`;
    return { page, heading, text, bare: bareOf(text), bareTitle: bareOf(title) };
  });
}

function textOf(token: MarkedToken): string {
  switch (token.type) {
    case 'list':
      return token.items.map(({ tokens }) => known(tokens).map(textOf).join(' ')).join(' ');
    case 'table':
      return [token.header, ...token.rows]
        .flat()
        .map(({ tokens }) => plainText(tokens))
        .join(' ');
    default:
      return 'tokens' in token ? plainText(token.tokens) : 'text' in token ? token.text : '';
  }
}

/** Has the same length as the text, so that positions in one are valid in the other. */
function bareOf(text: string): string {
  return [...text]
    .map((letter) => {
      const bare = letter.normalize('NFD').charAt(0).toLowerCase();
      return bare.length === letter.length ? bare : letter;
    })
    .join('');
}

function excerptOf({ text, bare }: Section, words: readonly string[]): string {
  const places = words.map((word) => bare.indexOf(word)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...places, text.length) - 40);
  if (places.length === 0 || first === 0) return cut(text, 0);
  return `…${cut(text, text.indexOf(' ', first) + 1)}`;
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + EXCERPT);
  return from + EXCERPT < text.length ? `${part.replace(/(?<!\s)\s+\S*$/, '')}…` : part;
}
