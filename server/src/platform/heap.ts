import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { Env } from './read-setting.ts';

const MB = 1_024 * 1_024;

/**
 * How much may outlive the young generation before V8 gives up. The limit that V8 names includes
 * the young generation's room, three times that of a half: in a small heap, most of it.
 */
export function oldSpaceLimit(env: Env, execArgv: readonly string[] = process.execArgv): number {
  const options = [env['NODE_OPTIONS'] ?? '', ...execArgv].join(' ');
  const given = sizeIn(options, 'old');
  if (given !== undefined) return given;
  // If it is not given either, V8 chooses it so small that it does not matter.
  return getHeapStatistics().heap_size_limit - 3 * (sizeIn(options, 'semi') ?? 0);
}

/** The last one counts. */
function sizeIn(options: string, space: 'old' | 'semi'): number | undefined {
  const sizes = options.matchAll(new RegExp(`--max[-_]${space}[-_]space[-_]size[= ](\\d+)`, 'g'));
  const last = [...sizes].at(-1);
  return last && Number(last[1]) * MB;
}

export function usedOldSpace(): number {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => !name.startsWith('new_'));
  return old.reduce((sum, space) => sum + space.space_used_size, 0);
}
