import type { App } from '../app.ts';
import { type Change, CHANGE_CHANNEL, type Missed, readChange } from '../changes/change.ts';
import { MAX_NAMED } from '../changes/notify-change.ts';
import type { EnvironmentId } from '../ids.ts';
import { listeningUrl } from '../platform/listen.ts';
import { listenWhileNeeded } from '../platform/listen-while-needed.ts';
import { faultOf } from '../platform/log.ts';

export const TIMING = {
  /** How often listeners are told to reload while no notifications are received. */
  deafMs: 10_000,
  /** How long the connection is kept after the last dashboard was closed. */
  idleMs: 60_000,
  /**
   * A listener also hears of changes this long before it came: the page that it belongs to has been
   * read before them.
   */
  recentMs: 5_000,
};

/** What is remembered for listeners to come. */
const MAX_RECENT = 10_000;

/** Called with each change; `undefined` means that some may have been missed. */
export type ChangeListener = (change: Change | undefined) => void;

/** Follows changes in environments that somebody has open; one per process. */
export interface ChangeWatch {
  /** @returns a function that ends this */
  watch(environmentId: EnvironmentId, listener: ChangeListener): () => void;
  isListening(): boolean;
  close(): Promise<void>;
}

export function watchChanges(
  { config, log }: App,
  { deafMs, idleMs, recentMs } = TIMING,
  now: () => number = () => performance.now(),
): ChangeWatch {
  const listeners = new Map<EnvironmentId, Set<ChangeListener>>();
  const recent = rememberRecent(recentMs, now);
  const notifyAll = (): void => {
    for (const theirs of listeners.values()) for (const listener of theirs) listener(undefined);
  };
  const subscription = listenWhileNeeded({
    url: listeningUrl(config),
    channel: CHANGE_CHANNEL,
    onNotification: (text) => {
      const change = readChange(text);
      recent.add(change);
      for (const listener of listeners.get(change.environmentId) ?? []) listener(named(change));
    },
    // Earlier notifications were missed.
    onListening: () => {
      recent.restart();
      notifyAll();
    },
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
      // Otherwise `onListening` will say that some may have been missed.
      if (subscription.isListening()) recent.of(environmentId).forEach(wrapper);
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

function named(change: Change | Missed): Change | undefined {
  return 'kind' in change ? change : undefined;
}

interface Recent {
  add(change: Change | Missed): void;
  /** Nothing before this moment was heard. */
  restart(): void;
  /** As a listener is told of them: `undefined` if there may have been others. */
  of(environmentId: EnvironmentId): (Change | undefined)[];
}

function rememberRecent(recentMs: number, now: () => number): Recent {
  let heard: { readonly at: number; readonly change: Change | Missed }[] = [];
  /** From when on all of them are remembered. */
  let since = now();
  const forgetOld = (): void => {
    const first = heard.findIndex(({ at }) => at > now() - recentMs);
    heard.splice(0, first === -1 ? heard.length : first);
  };
  return {
    add: (change) => {
      forgetOld();
      heard.push({ at: now(), change });
      if (heard.length > MAX_RECENT) since = heard.shift()?.at ?? since;
    },
    restart: () => {
      heard = [];
      since = now();
    },
    of: (environmentId) => {
      forgetOld();
      if (since > now() - recentMs) return [undefined];
      const theirs = heard.filter(({ change }) => change.environmentId === environmentId);
      return theirs.length > MAX_NAMED ? [undefined] : theirs.map(({ change }) => named(change));
    },
  };
}
