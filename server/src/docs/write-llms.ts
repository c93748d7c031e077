import { LANGUAGES } from '../refusals.ts';
import type { DocPage, Docs } from './compose-docs.ts';
import { inSections, pagePath } from './contents.ts';
import { WORDS } from './words.ts';

interface LlmsSource {
  readonly origin: string;
  readonly pages: readonly DocPage[];
}

/** A list of links to the pages' Markdown, as described by llmstxt.org. */
export function writeLlms({ origin, pages }: LlmsSource): string {
  const sections = inSections(pages).map(({ title, pages: some }) => {
    const lines = some.map(
      ({ language, name, title: text, summary }) =>
        `- [${text}](${origin}${pagePath(language, name)}.md): ${summary}`,
    );
    return `## ${title.en}\n\n${lines.join('\n')}`;
  });
  const optional = `## Optional

- [OpenAPI 3.1](${origin}/openapi.json): every operation with its schemas, as JSON
- [All pages in one file](${origin}/llms-full.txt): what is linked above, in its order
- [Em português](${origin}${pagePath('pt')}): as mesmas páginas`;
  return `# Ponte

> ${WORDS.en.lead}

${INTRODUCTION}

${sections.join('\n\n')}

${optional}
`;
}

const INTRODUCTION = `Ponte is a self-hosted, non-custodial gateway between Pix, Brazil's instant payments, and DePix, a
stablecoin worth one real on the Liquid network. Amounts are whole cents of BRL. A repeated order needs the same
\`Idempotency-Key\`; a deposit is paid when it is CONFIRMED, as a signed webhook tells.`;

/** All pages, one after the other. */
export function writeLlmsFull({ origin, pages }: LlmsSource): string {
  return pages.map((page) => writeMarkdown(page, origin)).join('\n');
}

/** A single page, with title and summary restored to its first lines. */
export function writeMarkdown(
  { language, name, title, summary, body }: DocPage,
  origin: string,
): string {
  return `# ${title}

> ${summary}

<!-- ${origin}${pagePath(language, name)} -->

${body.trim()}
`;
}

/** All pages in both languages, each linked to the other. */
export function writeSitemap(origin: string, docs: Docs): string {
  const places = LANGUAGES.flatMap((language) => [
    pagePath(language),
    ...docs[language].map(({ name }) => pagePath(language, name)),
  ]);
  const urls = places.map((place) => `  <url><loc>${origin}${place}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** Payers' pages must be crawlable for their `noindex` to be seen, so they are not disallowed. */
export function writeRobots(origin: string): string {
  return `User-agent: *\nDisallow: /app/api/\nSitemap: ${origin}/sitemap.xml\n`;
}
