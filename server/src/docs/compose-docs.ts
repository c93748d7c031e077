import { setImmediate as breathe } from 'node:timers/promises';
import type { MarkedToken } from 'marked';
import { type Language, LANGUAGES } from '../refusals.ts';
import { readMarkdown } from './code-blocks.ts';
import { type Generated, isGenerated, PAGE_NAMES, pagePath } from './contents.ts';
import { explainErrors } from './explain-errors.ts';
import { type Heading, headingsOf } from './render-markdown.ts';
import { listOperations } from './list-operations.ts';
import type { Guide, Guides } from './read-guides.ts';

/** A page of the documentation, before rendering. */
export interface DocPage extends Guide {
  readonly language: Language;
  readonly name: string;
  readonly tokens: readonly MarkedToken[];
  readonly headings: readonly Heading[];
}

export type Docs = Readonly<Record<Language, readonly DocPage[]>>;

/**
 * All pages in the order of the contents, both handwritten and generated. Yields to the event loop,
 * so that other requests wait for one page at most.
 */
export async function composeDocs(
  guides: Guides,
  reference: Record<string, unknown>,
): Promise<Docs> {
  const made: Readonly<Record<Generated, (language: Language) => Guide>> = {
    errors: explainErrors,
    reference: (language) => listOperations(reference, language),
  };
  const guideOf = (language: Language, name: string): Guide | undefined =>
    isGenerated(name) ? made[name](language) : guides[language].get(name);
  const pages = { pt: new Array<DocPage>(), en: new Array<DocPage>() };
  for (const name of PAGE_NAMES) {
    const english = guideOf('en', name);
    const anchors = english ? headingsOf(readMarkdown(english.body)) : [];
    for (const language of LANGUAGES) {
      const guide = guideOf(language, name);
      if (!guide) continue;
      await breathe();
      const tokens = readMarkdown(guide.body);
      const headings = withAnchors(headingsOf(tokens), anchors);
      pages[language].push({ ...guide, language, name, tokens, headings });
    }
  }
  return pages;
}

/** Both languages use the anchors of the English headings. */
function withAnchors(headings: readonly Heading[], english: readonly Heading[]): Heading[] {
  if (headings.length !== english.length) return [...headings];
  return headings.map((heading, at) => ({
    ...heading,
    anchor: english[at]?.anchor ?? heading.anchor,
  }));
}

const LINK = /^(?:([a-z0-9-]+)\.md)?(#\S+)?$/;

/** The URL of a page's link; undefined for files that are not served. */
export function hrefOf(target: string, language: Language): string | undefined {
  if (/^https:\/\//.test(target)) return target;
  const [whole, name, anchor = ''] = LINK.exec(target) ?? [];
  if (whole === undefined || whole === '') return undefined;
  return name === undefined ? anchor : pagePath(language, name) + anchor;
}
