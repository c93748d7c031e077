import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('./browser/pay.css', import.meta.url), 'utf8');

/** The pages' one style sheet, inlined in each so that none waits for it. */
export const STYLE = source
  .replaceAll(/\/\*[^]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ')
  .replaceAll(/ ?([{};,]) ?/g, '$1')
  .replaceAll(': ', ':')
  .replaceAll(';}', '}')
  .trim();

/** Names the style sheet to the page's content security policy. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
