import { Worker } from 'node:worker_threads';
import type { Answer } from './prove-thread.ts';
import type { Transfer } from './transfer.ts';

/** Makes proofs and signatures off the main thread. */
export interface Prover {
  /** The transaction with its witnesses. */
  prove(transfer: Transfer): Promise<Buffer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (transaction: Buffer) => void;
  readonly reject: (reason: unknown) => void;
}

/** A thread, and those who wait for what it proves. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** The thread starts with the first proof requested, and keeps no process alive. */
export function openProver(seed: Buffer): Prover {
  const underWay = new Map<string, Promise<Buffer>>();
  let thread: Thread | undefined;
  let lastNumber = 0;

  const begin = (): Thread => {
    const file = new URL('./prove-thread.ts', import.meta.url);
    const worker = new Worker(file, { workerData: seed, execArgv: [] });
    const waiting = new Map<number, Waiting>();
    const begun: Thread = { worker, waiting };
    worker.unref();
    worker.on('message', ({ number, transaction }: Answer) => {
      waiting.get(number)?.resolve(Buffer.from(transaction));
      waiting.delete(number);
    });
    // Callers that wait get the error, and the next request starts another thread.
    const fail = (reason: unknown): void => {
      if (thread === begun) thread = undefined;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread that proves is gone')));
    return begun;
  };
  const ask = (transfer: Transfer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      lastNumber += 1;
      thread ??= begin();
      thread.waiting.set(lastNumber, { resolve, reject });
      thread.worker.postMessage({ number: lastNumber, transfer });
    });
  return {
    prove: (transfer) => {
      const known = underWay.get(transfer.salt);
      if (known) return known;
      const asked = ask(transfer).finally(() => underWay.delete(transfer.salt));
      underWay.set(transfer.salt, asked);
      return asked;
    },
    close: async () => {
      await thread?.worker.terminate();
    },
  };
}
