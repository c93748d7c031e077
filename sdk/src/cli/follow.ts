import { isPonteError } from '../index.ts';
import { isFinal } from './listener.ts';
import type { Call } from './verb.ts';

/**
 * Repeats a turn until it is interrupted, at once if the turn respects its signal. A turn that
 * fails because of the network is repeated.
 */
export async function untilInterrupted(
  { terminal, printer }: Call,
  turn: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  terminal.onInterrupt(() => stop.abort());
  let isLost = false;
  while (!stop.signal.aborted) {
    try {
      await turn(stop.signal);
      isLost = false;
    } catch (error) {
      if (stop.signal.aborted) return;
      if (!isPonteError(error) || isFinal(error)) throw error;
      if (!isLost) printer.note('reconnecting', RECONNECTING, { error: error.code });
      isLost = true;
    }
  }
}

const RECONNECTING = {
  pt: 'O gateway não responde; tentando de novo.',
  en: 'The gateway does not answer; trying again.',
};
