import type { App } from '../app.ts';
import { type Change, CHANGE_CHANNEL, readChange } from '../changes/change.ts';
import type { EnvironmentId } from '../ids.ts';
import { listeningUrl } from '../platform/listen.ts';
import { listenWhileNeeded } from '../platform/listen-while-needed.ts';
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

export function watchChanges({ config, log }: App, { deafMs, idleMs } = TIMING): ChangeWatch {
  const tellers = new Map<EnvironmentId, Set<TellChange>>();
  const tellAll = (): void => {
    for (const of of tellers.values()) for (const tell of of) tell(undefined);
  };
  const ear = listenWhileNeeded({
    url: listeningUrl(config),
    channel: CHANGE_CHANNEL,
    onNotification: (text) => {
      const change = readChange(text);
      const told = 'kind' in change ? change : undefined;
      for (const tell of tellers.get(change.environmentId) ?? []) tell(told);
    },
    // Whatever was told before went unheard.
    onListening: tellAll,
    onFault: (error) => log.warn(faultOf(error), 'open dashboards hear of nothing for now'),
    isNeeded: () => tellers.size > 0,
    idleMs,
    everyMs: deafMs,
    onNeeded: () => {
      if (!ear.isListening()) tellAll();
    },
  });
  return {
    watch: (environmentId, tell) => {
      ear.wake();
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
    isListening: ear.isListening,
    close: ear.rest,
  };
}
