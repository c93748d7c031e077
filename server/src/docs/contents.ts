import type { Language, Text } from '../refusals.ts';

/** Generated from the code, but linked like the handwritten files beside them. */
const GENERATED = ['errors', 'reference'] as const;

export type Generated = (typeof GENERATED)[number];

interface Section<Page> {
  readonly title: Text;
  readonly pages: readonly Page[];
}

/** The reading order of the pages; a page that is not listed here is not served. */
const CONTENTS: readonly Section<string>[] = [
  {
    title: { pt: 'Primeiros passos', en: 'First steps' },
    pages: ['quickstart', 'rehearsal', 'cases', 'going-live'],
  },
  {
    title: { pt: 'Receber e pagar', en: 'Receiving and paying' },
    pages: [
      ...['receiving', 'links', 'withdrawing', 'chain'],
      ...['idempotency', 'webhooks', 'med-and-refunds', 'bookkeeping'],
    ],
  },
  {
    title: { pt: 'Ferramentas', en: 'Tools' },
    pages: ['sdk', 'cli', 'agents'],
  },
  {
    title: { pt: 'Consulta', en: 'Look up' },
    pages: ['errors', 'reference'],
  },
  {
    title: { pt: 'Instalar e operar', en: 'Install and operate' },
    pages: ['self-hosting', 'operating', 'settings', 'security'],
  },
];

export const PAGE_NAMES: readonly string[] = CONTENTS.flatMap(({ pages }) => pages);

/** The sections of the contents, each with its pages. */
export function inSections<Page extends { readonly name: string }>(
  pages: readonly Page[],
): Section<Page>[] {
  return CONTENTS.map(({ title, pages: names }) => ({
    title,
    pages: pages.filter(({ name }) => names.includes(name)),
  }));
}

export function isGenerated(name: string): name is Generated {
  return GENERATED.some((generated) => generated === name);
}

/** The URL path of a page, or of the contents. */
export function pagePath(language: Language, name?: string): string {
  return name === undefined ? `/docs/${language}` : `/docs/${language}/${name}`;
}
