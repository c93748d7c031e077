import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, LANGUAGES } from '../refusals.ts';

const GUIDE = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide');

/** A page in Markdown, as it was written. */
export interface Guide {
  readonly title: string;
  /** One sentence, without markup. */
  readonly summary: string;
  readonly body: string;
}

export type Guides = Readonly<Record<Language, ReadonlyMap<string, Guide>>>;

/** All handwritten pages, by name. */
export function readGuides(): Guides {
  const guides = { pt: new Map<string, Guide>(), en: new Map<string, Guide>() };
  for (const language of LANGUAGES) {
    for (const file of readdirSync(join(GUIDE, language))) {
      if (!file.endsWith('.md')) continue;
      const text = readFileSync(join(GUIDE, language, file), 'utf8');
      guides[language].set(file.slice(0, -'.md'.length), readGuide(text, `${language}/${file}`));
    }
  }
  return guides;
}

const FRONT = /^---\ntitle: (.+)\nsummary: (.+)\n---\n/;

/** @throws Error that names the file if its front matter is incomplete */
function readGuide(text: string, file: string): Guide {
  const [front, title = '', summary = ''] = FRONT.exec(text) ?? [];
  if (front === undefined) throw new Error(`${file} must begin with a title and a summary`);
  return { title: unquoted(title), summary: unquoted(summary), body: text.slice(front.length) };
}

/** YAML requires quotes around values that contain a colon. */
function unquoted(value: string): string {
  return /^(['"])(.*)\1$/.exec(value.trim())?.[2] ?? value.trim();
}
