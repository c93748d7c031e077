import { readInlineStyle } from '../../platform/inline-style.ts';

const STYLESHEET = readInlineStyle(new URL('./browser/pay.css', import.meta.url));

/** The pages' one style sheet, inlined in each so that none waits for it. */
export const STYLE = STYLESHEET.text;

/** Names the style sheet to the page's content security policy. */
export const STYLE_HASH = STYLESHEET.source;
