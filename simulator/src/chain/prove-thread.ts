import { parentPort, workerData } from 'node:worker_threads';
import { proveTransfer } from './prove-transfer.ts';
import type { Transfer } from './transfer.ts';

/** Started by `open-prover.ts`: proves one transfer after the other, as requested. */

export interface Question {
  readonly number: number;
  readonly transfer: Transfer;
}

export interface Answer {
  readonly number: number;
  readonly transaction: Uint8Array;
}

// The prover passes the seed of this sandbox, and nothing else.
const seed = Buffer.from(workerData as Uint8Array);

parentPort?.on('message', ({ number, transfer }: Question) => {
  void proveTransfer(seed, transfer).then((transaction) => {
    const answer: Answer = { number, transaction };
    parentPort?.postMessage(answer);
  });
});
