import { parentPort, workerData } from 'node:worker_threads';
import { proveTransfer } from './prove-transfer.ts';
import type { Transfer } from './transfer.ts';

/** What `open-prover.ts` starts: it proves one transfer after the other, as it is asked. */

export interface Question {
  readonly number: number;
  readonly transfer: Transfer;
}

export interface Answer {
  readonly number: number;
  readonly transaction: Uint8Array;
}

// The prover hands over the seed of this sandbox, and nothing else.
const seed = Buffer.from(workerData as Uint8Array);

parentPort?.on('message', ({ number, transfer }: Question) => {
  void proveTransfer(seed, transfer).then((transaction) => {
    const answer: Answer = { number, transaction };
    parentPort?.postMessage(answer);
  });
});
