import { readInlineStyle } from '../../platform/inline-style.ts';

const STYLESHEET = readInlineStyle(new URL('./browser/pay.css', import.meta.url));

/** The only style sheet of the pages, inlined so that no page waits for it. */
export const STYLE = STYLESHEET.text;

/** Its hash, for the page's content security policy. */
export const STYLE_HASH = STYLESHEET.source;
