import { parentPort } from 'node:worker_threads';
import type { Opening } from './output.ts';
import { openOutput } from './unblind.ts';
import { loadZkp } from './zkp.ts';

/** The worker of `open-unblinder.ts`: unblinds one output at a time, on request. */

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

/** After a trap the library's memory is unreliable, so the thread ends and another one starts. */
function answerTo(open: () => Opening): Answer {
  try {
    return { opening: open() };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) throw error;
    return { refusal: error.message };
  }
}
