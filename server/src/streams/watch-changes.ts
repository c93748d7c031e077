import type { App } from '../app.ts';
import { type Change, CHANGE_CHANNEL, readChange } from '../changes/change.ts';
import type { EnvironmentId } from '../ids.ts';
import { listeningUrl } from '../platform/listen.ts';
import { listenWhileNeeded } from '../platform/listen-while-needed.ts';
import { faultOf } from '../platform/log.ts';

export const TIMING = {
  /** How often listeners are told to reload while no notifications are received. */
  deafMs: 10_000,
  /** How long the connection is kept after the last dashboard was closed. */
  idleMs: 60_000,
};

/** Called with each change; `undefined` means that some may have been missed. */
export type TellChange = (change: Change | undefined) => void;

/** Follows changes in environments that somebody has open; one per process. */
export interface ChangeWatch {
  /** @returns a function that ends this */
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
    // Earlier notifications were missed.
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
      // A wrapper of its own, so that the same function given twice is registered twice.
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
