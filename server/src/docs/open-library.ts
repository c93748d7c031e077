import { setImmediate as breathe } from 'node:timers/promises';
import { type Language, LANGUAGES } from '../refusals.ts';
import { composeDocs, type DocPage } from './compose-docs.ts';
import { pagePath } from './contents.ts';
import type { Frame } from './layout.ts';
import { readGuides } from './read-guides.ts';
import { renderContents, renderHits, renderMissing, renderPage } from './render-pages.ts';
import { openSearch, type Search } from './search-docs.ts';
import { type DocFile, docFile } from './send-file.ts';
import {
  writeLlms,
  writeLlmsFull,
  writeMarkdown,
  writeRobots,
  writeSitemap,
} from './write-llms.ts';

/** Everything served for the documentation, created once. */
export interface Library {
  /** By URL path. */
  readonly files: ReadonlyMap<string, DocFile>;
  hits(language: Language, query: string): string;
  missing(language: Language): string;
}

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';

export async function openLibrary(
  origin: string,
  reference: Record<string, unknown>,
): Promise<Library> {
  const docs = await composeDocs(readGuides(), reference);
  const frame = (language: Language): Frame => ({ language, origin, pages: docs[language] });
  const searches: Readonly<Record<Language, Search>> = {
    pt: openSearch(docs.pt),
    en: openSearch(docs.en),
  };
  const files = new Map<string, DocFile>();
  for (const language of LANGUAGES) {
    files.set(pagePath(language), docFile(HTML, renderContents(frame(language))));
    for (const page of docs[language]) {
      await breathe();
      addPage(files, frame(language), page);
    }
  }
  const site = { origin, pages: docs.en };
  files.set('/llms.txt', docFile(PLAIN, writeLlms(site)));
  files.set('/llms-full.txt', docFile(PLAIN, writeLlmsFull(site)));
  files.set('/robots.txt', docFile(PLAIN, writeRobots(origin)));
  files.set('/sitemap.xml', docFile('application/xml', writeSitemap(origin, docs)));
  return {
    files,
    hits: (language, query) => renderHits(frame(language), query, searches[language](query)),
    missing: (language) => renderMissing(frame(language)),
  };
}

function addPage(files: Map<string, DocFile>, frame: Frame, page: DocPage): void {
  const path = pagePath(page.language, page.name);
  files.set(path, docFile(HTML, renderPage(frame, page)));
  files.set(`${path}.md`, docFile(MARKDOWN, writeMarkdown(page, frame.origin)));
}
