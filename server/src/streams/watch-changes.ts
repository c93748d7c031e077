import type { App } from '../app.ts';
import { type Change, CHANGE_CHANNEL, readChange } from '../changes/change.ts';
import type { EnvironmentId } from '../ids.ts';
import { listen, type Listening, listeningUrl } from '../platform/listen.ts';
import { faultOf } from '../platform/log.ts';

export const TIMING = {
  /** How often those who hear of nothing are told to read again. */
  deafMs: 10_000,
  /** The connection is kept so long after the last dashboard was closed. */
  idleMs: 60_000,
};

/** Told of each change; `undefined` says that some may have been missed. */
export type TellChange = (change: Change | undefined) => void;

/** What changes in the environments that somebody looks at: one for each process. */
export interface ChangeWatch {
  /** @returns what calls it off */
  watch(environmentId: EnvironmentId, tell: TellChange): () => void;
  isListening(): boolean;
  close(): Promise<void>;
}

export function watchChanges({ config, log }: App, timing = TIMING): ChangeWatch {
  const url = listeningUrl(config);
  const tellers = new Map<EnvironmentId, Set<TellChange>>();
  let listening: Listening | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let neededAt = 0;

  const tellAll = (): void => {
    for (const of of tellers.values()) for (const tell of of) tell(undefined);
  };
  const onNotification = (text: string): void => {
    const change = readChange(text);
    const told = 'kind' in change ? change : undefined;
    for (const tell of tellers.get(change.environmentId) ?? []) tell(told);
  };
  const isListening = (): boolean => listening?.isListening() ?? false;
  const rest = async (): Promise<void> => {
    clearInterval(ticking);
    ticking = undefined;
    const ended = listening?.close();
    listening = undefined;
    await ended;
  };
  const tick = (): void => {
    const now = performance.now();
    if (tellers.size > 0) neededAt = now;
    else if (now - neededAt >= timing.idleMs) void rest();
    if (!isListening()) tellAll();
  };
  const wake = (): void => {
    if (ticking) return;
    neededAt = performance.now();
    ticking = setInterval(tick, timing.deafMs).unref();
    if (url === undefined) return;
    const onFault = (error: unknown): void =>
      log.warn(faultOf(error), 'open dashboards hear of nothing for now');
    // Whatever was told before went unheard.
    const onListening = tellAll;
    listening = listen({ url, channel: CHANGE_CHANNEL, onNotification, onListening, onFault });
  };
  return {
    watch: (environmentId, tell) => {
      wake();
      const theirs = tellers.get(environmentId) ?? new Set();
      tellers.set(environmentId, theirs);
      // A function of this watcher's own, so that one given twice is two.
      const teller: TellChange = (change) => tell(change);
      theirs.add(teller);
      return () => {
        theirs.delete(teller);
        if (theirs.size === 0 && tellers.get(environmentId) === theirs) {
          tellers.delete(environmentId);
        }
      };
    },
    isListening,
    close: rest,
  };
}
