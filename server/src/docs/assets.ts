import { readHashedScript } from '../platform/hashed-script.ts';
import { readInlineStyle } from '../platform/inline-style.ts';

/** The only style sheet of the pages, inlined into each. */
export const STYLE = readInlineStyle(new URL('./browser/docs.css', import.meta.url));

/** Copies code and highlights the reader's position; the pages work without it. */
export const SCRIPT = readHashedScript(new URL('./browser/docs.js', import.meta.url), 'docs');

/** Starts the API client on its own page. */
export const TRY_SCRIPT = readHashedScript(new URL('./browser/try.js', import.meta.url), 'try');
