import { availableParallelism, cpus, release, totalmem } from 'node:os';

export function machine(): string {
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${String(availableParallelism())} × ${model}, ${memory} GiB, ${process.platform} ${release()}, Node ${process.version}`;
}
