import { readHashedScript } from '../../platform/hashed-script.ts';

/** The only script of the pages. */
export const SCRIPT = readHashedScript(new URL('./browser/pay.js', import.meta.url), 'pay');
