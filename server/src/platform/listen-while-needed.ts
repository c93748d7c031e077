import { listen, type Listening, type ListenSettings } from './listen.ts';

interface NeedSettings extends Omit<ListenSettings, 'url'> {
  /** Undefined if notifications cannot be received. */
  readonly url: string | undefined;
  readonly isNeeded: () => boolean;
  /** How long the connection is kept after it was last needed. */
  readonly idleMs: number;
  /** How often to check whether it is still needed. */
  readonly everyMs: number;
  /** Called by every check that finds it needed. */
  readonly onNeeded: (now: number) => void;
}

/** Receives notifications while somebody needs them, and uses no connection otherwise. */
export interface Subscription {
  /** Starts listening, unless it already is, because somebody needs notifications. */
  wake(): void;
  isListening(): boolean;
  rest(): Promise<void>;
}

export function listenWhileNeeded(settings: NeedSettings): Subscription {
  const { url, isNeeded, idleMs, everyMs, onNeeded } = settings;
  let listening: Listening | undefined;
  let looking: NodeJS.Timeout | undefined;
  let neededAt = 0;
  const rest = async (): Promise<void> => {
    clearInterval(looking);
    looking = undefined;
    const ended = listening?.close();
    listening = undefined;
    await ended;
  };
  const look = (): void => {
    const now = performance.now();
    if (isNeeded()) {
      neededAt = now;
      onNeeded(now);
    } else if (now - neededAt >= idleMs) void rest();
  };
  return {
    wake: () => {
      if (looking) return;
      neededAt = performance.now();
      looking = setInterval(look, everyMs).unref();
      if (url !== undefined) listening = listen({ ...settings, url });
    },
    isListening: () => listening?.isListening() ?? false,
    rest,
  };
}
