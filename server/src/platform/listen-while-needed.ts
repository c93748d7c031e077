import { listen, type Listening, type ListenSettings } from './listen.ts';

interface NeedSettings extends Omit<ListenSettings, 'url'> {
  /** Undefined where nothing can be heard. */
  readonly url: string | undefined;
  readonly isNeeded: () => boolean;
  /** The connection is kept so long after it was needed last. */
  readonly idleMs: number;
  /** How often it is looked whether it still is. */
  readonly everyMs: number;
  /** Called with each look that finds it needed. */
  readonly onNeeded: (now: number) => void;
}

/** What hears of commits while somebody is to be told of them, and costs no connection else. */
export interface Ear {
  /** Somebody has come to be told: listens, unless it does already. */
  wake(): void;
  isListening(): boolean;
  rest(): Promise<void>;
}

export function listenWhileNeeded(settings: NeedSettings): Ear {
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
