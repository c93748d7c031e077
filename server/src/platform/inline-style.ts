import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A style sheet inlined into the page, so that no request delays it. */
export interface InlineStyle {
  readonly text: string;
  /** Its hash, as a source for the page's content security policy. */
  readonly source: string;
}

export function readInlineStyle(file: URL): InlineStyle {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .trim();
  const hash = createHash('sha256').update(text).digest('base64');
  return { text, source: `'sha256-${hash}'` };
}
