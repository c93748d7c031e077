const MB = 1_048_576;
const MIN_MB = 128;
const MAX_MB = 1_024;
const SHARE = 8;

/**
 * The size of PostgreSQL's shared buffers, as a setting: an eighth of the memory, since the API and
 * the worker share the machine, and the system's page cache serves PostgreSQL as well.
 * @param memory in bytes; `constrained` is the container's limit, 0 or more than `total` if there
 *   is none
 */
export function sizeBuffers(memory: {
  readonly total: number;
  readonly constrained: number;
}): string {
  const { total, constrained } = memory;
  const available = constrained > 0 ? Math.min(total, constrained) : total;
  const share = Math.floor(available / SHARE / MB);
  return `${String(Math.min(MAX_MB, Math.max(MIN_MB, share)))}MB`;
}
