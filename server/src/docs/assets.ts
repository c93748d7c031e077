import { readHashedScript } from '../platform/hashed-script.ts';
import { readInlineStyle } from '../platform/inline-style.ts';

/** The one style sheet of the pages, inlined in each. */
export const STYLE = readInlineStyle(new URL('./browser/docs.css', import.meta.url));

/** Copies code and marks where the reader is; the pages are whole without it. */
export const SCRIPT = readHashedScript(new URL('./browser/docs.js', import.meta.url), 'docs');

/** Starts the client of the API on its own page. */
export const TRY_SCRIPT = readHashedScript(new URL('./browser/try.js', import.meta.url), 'try');
