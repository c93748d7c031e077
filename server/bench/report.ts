import { statfsSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';

/** One thing measured, once a round, in operations a second. */
export interface Series {
  readonly name: string;
  readonly perRound: readonly number[];
  /** What it is divided by, round by round. */
  readonly beside?: Series;
  readonly p50Ms?: readonly number[];
  readonly p99Ms?: readonly number[];
}

function median(values: readonly number[]): number {
  const ascending = values.toSorted((one, other) => one - other);
  const middle = ascending.length / 2;
  const low = ascending[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = ascending[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** The results as one table in Markdown. */
export function tableOf(all: readonly Series[]): string {
  const rows = all.map((series) => {
    const ratios = ratiosOf(series);
    return [
      series.name,
      ...[median(series.perRound), Math.min(...series.perRound), Math.max(...series.perRound)].map(
        (rate) => rate.toFixed(0),
      ),
      ratios.length === 0 ? '' : `${median(ratios).toFixed(2)} (${rangeOf(ratios)})`,
      series.p50Ms ? median(series.p50Ms).toFixed(1) : '',
      series.p99Ms ? median(series.p99Ms).toFixed(1) : '',
    ];
  });
  const head = ['', 'median/s', 'min/s', 'max/s', 'ratio (min to max)', 'p50 ms', 'p99 ms'];
  const line = ['---', ...head.slice(1).map(() => '---:')];
  return [head, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function ratiosOf({ perRound, beside }: Series): number[] {
  if (!beside) return [];
  return perRound.map((rate, round) => rate / (beside.perRound[round] ?? Number.NaN));
}

function rangeOf(ratios: readonly number[]): string {
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
}

/** The share by which the fastest round beat the slowest from which a run says little. */
const UNSTEADY = 0.3;

/** What a reader must know to judge the figures. */
export function cautionsOf(all: readonly Series[], dataDir: string): string[] {
  const limits = all.filter(({ beside }) => beside === undefined);
  const unsteady = limits.flatMap(({ name, perRound }) => {
    const moved = Math.max(...perRound) / Math.min(...perRound) - 1;
    if (moved <= UNSTEADY) return [];
    return [`${name} moved by ${(moved * 100).toFixed(0)} % between rounds: run it again.`];
  });
  // The file system's number for tmpfs in Linux.
  const inMemory = statfsSync(dataDir).type === 0x01021994;
  return inMemory
    ? [...unsteady, 'The database lay in memory (tmpfs), where a commit waits for no disk.']
    : unsteady;
}

export function machine(): string {
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${String(availableParallelism())} × ${model}, ${memory} GiB, ${process.platform} ${release()}, Node ${process.version}`;
}
