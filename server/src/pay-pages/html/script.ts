import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('./browser/pay.js', import.meta.url));
const hash = createHash('sha256').update(source).digest('hex').slice(0, 16);

/** The pages' one script; its address changes with its text, so that it may be kept for ever. */
export const SCRIPT = { path: `/assets/pay.${hash}.js`, source };
