/** In the place of `node:timers/promises`. */
export { sleep as setTimeout } from './surroundings.ts';
