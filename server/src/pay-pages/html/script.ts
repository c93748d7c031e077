import { readHashedScript } from '../../platform/hashed-script.ts';

/** The pages' one script. */
export const SCRIPT = readHashedScript(new URL('./browser/pay.js', import.meta.url), 'pay');
