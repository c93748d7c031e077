import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { readAgain } from '../api/query.ts';
import { type Change, readChange, touchedBy, waitMs } from './change.ts';
import { gather } from './gather.ts';

type Listener = (change: Change) => void;

const FALLBACK_MS = 10_000;
const BEAT_MS = 15_000;
/** A stream that opens later may miss changes: it begins with those of the last few seconds. */
const LATE_MS = 1_000;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let isOpen = false;

function setOpen(open: boolean): void {
  isOpen = open;
  for (const watcher of watchers) watcher();
}

interface StreamHandlers {
  onChange: (change: Change) => void;
  /** Something may have happened that was not reported. */
  onMissed: () => void;
}

/** One stream, requested again for as long as it is wanted. */
function subscribe(href: string, { onChange, onMissed }: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  /** Whether there has been a time without a stream. */
  let wasClosed = false;
  const late = setTimeout(() => {
    wasClosed ||= !isOpen;
  }, LATE_MS);

  const open = () => {
    source = new EventSource(href);
    source.addEventListener('open', () => {
      if (wasClosed) onMissed();
      wasClosed = false;
      refusals = 0;
      setOpen(true);
    });
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = readChange(data);
      if (change !== undefined) onChange(change);
    });
    source.addEventListener('missed', onMissed);
    source.addEventListener('error', () => {
      setOpen(false);
      wasClosed = true;
      // The browser reconnects by itself after a lost connection, but not after a refusal.
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, waitMs(refusals));
      refusals += 1;
    });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    setOpen(false);
    wasClosed = true;
  };
  // Without HTTP/2 a browser has six connections for all its tabs, and each stream takes one.
  const follow = () => {
    clearTimeout(timer);
    if (document.hidden) close();
    else if (source === undefined || source.readyState === EventSource.CLOSED) open();
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  // A connection may have died while the computer slept, of which a browser need not know.
  const sleepTimer = onWaking(() => {
    if (document.hidden) return;
    close();
    open();
  });
  return () => {
    document.removeEventListener('visibilitychange', follow);
    clearInterval(sleepTimer);
    clearTimeout(late);
    close();
  };
}

/** Timers rest while a computer sleeps, and its clock does not. @returns the interval to clear */
function onWaking(wake: () => void): ReturnType<typeof setInterval> {
  let seenAt = Date.now();
  return setInterval(() => {
    const restedMs = Date.now() - seenAt;
    seenAt = Date.now();
    if (restedMs > 4 * BEAT_MS) wake();
  }, BEAT_MS);
}

/** Mounted once, in the shell: re-reads what has changed in the page's account and mode. */
export function useLive(): void {
  const client = useQueryClient();
  const { accountId, mode } = useParams({ strict: false });
  useEffect(() => {
    if (accountId === undefined || mode === undefined) return;
    // Undefined where something was missed.
    const news = gather<Change | undefined>((changes) => {
      const known = changes.filter((change) => change !== undefined);
      const touched = known.length < changes.length ? [[]] : touchedBy(known).map((one) => [one]);
      return Promise.all(touched.map((key) => readAgain(client, [accountId, mode, ...key])));
    });
    const stop = subscribe(`/app/api/accounts/${accountId}/${mode}/live`, {
      onChange: (change) => {
        news.add(change);
        for (const listener of listeners) listener(change);
      },
      onMissed: () => news.add(undefined),
    });
    return () => {
      news.stop();
      stop();
    };
  }, [client, accountId, mode]);
}

/** Calls a screen's listener for each change of one kind, which it announces or marks. */
export function useLiveChange(kind: Change['kind'], onChange: Listener): void {
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    const listener: Listener = (change) => {
      if (change.kind === kind) notify(change);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [kind]);
}

/** For `everyMs` of what should not wait: polls only while there is no stream. */
export function useFallbackMs(): number | undefined {
  const isConnected = useSyncExternalStore(watch, () => isOpen);
  return isConnected ? undefined : FALLBACK_MS;
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
