import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A style sheet inlined into the page, so that no request delays it. */
export interface InlineStyle {
  readonly text: string;
  /** The same for the page's content security policy. */
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
  return { text, source: sourceOf(text) };
}

/** A style as a source for a content security policy. */
export function sourceOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
