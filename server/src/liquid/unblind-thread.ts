import { parentPort } from 'node:worker_threads';
import type { Opening } from './output.ts';
import { openOutput } from './unblind.ts';
import { loadZkp } from './zkp.ts';

/** What `open-unblinder.ts` starts: it opens one output after the other, as it is asked. */

export interface Question {
  readonly hex: string;
  readonly vout: number;
  readonly blindingKey: string;
}

export type Answer = { readonly opening: Opening } | { readonly refusal: string };

const zkp = await loadZkp();

parentPort?.on('message', ({ hex, vout, blindingKey }: Question) => {
  const answer: Answer = answerTo(() => openOutput(zkp, hex, vout, blindingKey));
  parentPort?.postMessage(answer);
});

/** After a trap the library's memory may be anything, so the thread ends and another one begins. */
function answerTo(open: () => Opening): Answer {
  try {
    return { opening: open() };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) throw error;
    return { refusal: error.message };
  }
}
