import { Worker } from 'node:worker_threads';
import type { Opening, Unblinder } from './output.ts';
import type { Answer, Question } from './unblind-thread.ts';

/** An output that has killed this many threads is taken to be the cause. */
const MAX_DEATHS = 2;

/**
 * Unblinds outputs in a worker thread, one after the other. The thread starts with the first of
 * them, is replaced when it dies, and does not keep the process alive while idle.
 */
export function openUnblinder(start: () => Worker = startThread): Unblinder {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function begin(): Worker {
    const worker = start();
    // A caller that is waiting learns of the death from the `exit` that follows.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (thread === worker) thread = undefined;
    });
    return worker;
  }

  async function ask(question: Question): Promise<Opening> {
    for (let deaths = 0; deaths < MAX_DEATHS; deaths += 1) {
      if (isClosed) throw new Error('no more outputs are opened');
      thread ??= begin();
      const answer = await answerOf(thread, question);
      if (answer && 'opening' in answer) return answer.opening;
      if (answer) throw new Error(answer.refusal);
    }
    throw new Error('the thread that opens outputs died of this one');
  }

  return {
    open(hex, vout, blindingKey) {
      const opening = last.then(() => ask({ hex, vout, blindingKey }));
      last = opening.catch(() => undefined);
      return opening;
    },
    async close() {
      isClosed = true;
      await thread?.terminate();
      await last;
    },
  };
}

function startThread(): Worker {
  return new Worker(new URL('./unblind-thread.ts', import.meta.url), { execArgv: [] });
}

/** Undefined if the thread died. */
function answerOf(thread: Worker, question: Question): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | undefined): void => {
      thread.off('message', finish);
      thread.off('exit', die);
      thread.unref();
      resolve(answer);
    };
    const die = (): void => finish(undefined);
    thread.on('message', finish);
    thread.on('exit', die);
    thread.ref();
    thread.postMessage(question);
  });
}
