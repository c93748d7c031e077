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
export type ChangeListener = (change: Change | undefined) => void;

/** Follows changes in environments that somebody has open; one per process. */
export interface ChangeWatch {
  /** @returns a function that ends this */
  watch(environmentId: EnvironmentId, listener: ChangeListener): () => void;
  isListening(): boolean;
  close(): Promise<void>;
}

export function watchChanges({ config, log }: App, { deafMs, idleMs } = TIMING): ChangeWatch {
  const listeners = new Map<EnvironmentId, Set<ChangeListener>>();
  const notifyAll = (): void => {
    for (const theirs of listeners.values()) for (const listener of theirs) listener(undefined);
  };
  const subscription = listenWhileNeeded({
    url: listeningUrl(config),
    channel: CHANGE_CHANNEL,
    onNotification: (text) => {
      const change = readChange(text);
      const known = 'kind' in change ? change : undefined;
      for (const listener of listeners.get(change.environmentId) ?? []) listener(known);
    },
    // Earlier notifications were missed.
    onListening: notifyAll,
    onFault: (error) => log.warn(faultOf(error), 'open dashboards hear of nothing for now'),
    isNeeded: () => listeners.size > 0,
    idleMs,
    everyMs: deafMs,
    onNeeded: () => {
      if (!subscription.isListening()) notifyAll();
    },
  });
  return {
    watch: (environmentId, listener) => {
      subscription.wake();
      const theirs = listeners.get(environmentId) ?? new Set();
      listeners.set(environmentId, theirs);
      // A wrapper of its own, so that the same function given twice is registered twice.
      const wrapper: ChangeListener = (change) => listener(change);
      theirs.add(wrapper);
      return () => {
        theirs.delete(wrapper);
        if (theirs.size === 0 && listeners.get(environmentId) === theirs) {
          listeners.delete(environmentId);
        }
      };
    },
    isListening: subscription.isListening,
    close: subscription.rest,
  };
}
