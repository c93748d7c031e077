/** Replaces `node:timers/promises`. */
export { sleep as setTimeout } from './surroundings.ts';
