const MB = 1_048_576;
const LEAST_MB = 128;
const MOST_MB = 1_024;
const SHARE = 8;

/**
 * How much memory PostgreSQL keeps pages in, as its setting says it: an eighth of all, since the
 * API and the worker live on the same machine, and the system's own cache serves it besides.
 * @param memory in bytes; `constrained` is what a container is held to, 0 or more than all where
 *   nothing holds it
 */
export function sizeBuffers(memory: {
  readonly total: number;
  readonly constrained: number;
}): string {
  const { total, constrained } = memory;
  const available = constrained > 0 ? Math.min(total, constrained) : total;
  const share = Math.floor(available / SHARE / MB);
  return `${String(Math.min(MOST_MB, Math.max(LEAST_MB, share)))}MB`;
}
