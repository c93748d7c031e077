/** Many schedules, on as many threads as there are cores, each with its own copy of the server. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Edit } from './mutants.ts';
import type { Verdict } from './schedule.ts';

export interface Order {
  readonly from: number;
  readonly to: number;
  /** What turns the server into a mutant. */
  readonly edits?: readonly Edit[];
  /** Whether to stop at the first schedule that fails. */
  readonly stopsAtFirst?: boolean;
  readonly threads?: number;
  readonly onProgress?: (done: number) => void;
}

export interface Summary {
  readonly schedules: number;
  readonly steps: number;
  readonly failed: readonly Verdict[];
}

/** Seeds are handed out in chunks, so that no thread waits for the slowest. */
const PIECE = 50;
const PIECE_OF_SEARCH = 10;

export interface Piece {
  readonly from: number;
  readonly to: number;
}

export async function simulate(order: Order): Promise<Summary> {
  const failed: Verdict[] = [];
  let next = order.from;
  let steps = 0;
  let done = 0;
  const nextPiece = (): Piece | undefined => {
    const isOver = next > order.to || (order.stopsAtFirst === true && failed.length > 0);
    if (isOver) return undefined;
    const size = order.stopsAtFirst === true ? PIECE_OF_SEARCH : PIECE;
    const piece = { from: next, to: Math.min(next + size - 1, order.to) };
    next = piece.to + 1;
    return piece;
  };
  const threads = order.threads ?? availableParallelism();
  await Promise.all(
    Array.from({ length: threads }, () =>
      runThread(order.edits ?? [], nextPiece, (verdicts) => {
        for (const verdict of verdicts) steps += verdict.steps;
        failed.push(...verdicts.filter(({ wrongs }) => wrongs.length > 0));
        done += verdicts.length;
        order.onProgress?.(done);
      }),
    ),
  );
  failed.sort((one, other) => one.seed - other.seed);
  return { schedules: done, steps, failed };
}

async function runThread(
  edits: readonly Edit[],
  nextPiece: () => Piece | undefined,
  onVerdicts: (verdicts: readonly Verdict[]) => void,
): Promise<void> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: edits });
  try {
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        const piece = nextPiece();
        if (piece) thread.postMessage(piece);
        else resolve();
      };
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('a thread of the simulation ended')));
      thread.on('message', (verdicts: readonly Verdict[]) => {
        onVerdicts(verdicts);
        go();
      });
      go();
    });
  } finally {
    await thread.terminate();
  }
}
