import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { isServerThere } from '../api/is-server-there.ts';
import { useWords } from '../words/use-words.ts';
import { toast } from './toast.tsx';
import { words } from './words.ts';

/** Not while the first page is still loading. */
const AHEAD_MS = 1_000;

interface Loaded<Props> {
  (props: Props & object): ReactNode;
  /** Starts loading; an error surfaces only when the component is shown. */
  ahead(): void;
}

/**
 * A component in a file of its own. Once loaded it is shown at once; React's own `lazy` shows
 * nothing for some 300 ms first, and handles no key presses meanwhile.
 * @param close what opened it, if it does not load: it can be opened again
 */
export function loadAhead<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): Loaded<Props> {
  let arrived: ComponentType<Props> | undefined;
  let isDue = false;
  const fetchIt = async (): Promise<ComponentType<Props>> => {
    // A failed import stays failed. A page that has only just been loaded need not ask.
    if (isDue && !(await isServerThere())) throw new ApiFailure('offline', '');
    return (arrived = await load());
  };
  const Loaded = (props: Props & object): ReactNode => {
    // Kept while it is shown, so that what arrives meanwhile does not remount it.
    const [Now, setNow] = useState(() => arrived);
    const explain = useExplanation();
    const fail = useEffectEvent((error: unknown) => {
      explain(error);
      close(props);
    });
    const isWaited = Now === undefined;
    useEffect(() => {
      if (!isWaited) return;
      let isShown = true;
      fetchIt().then(
        (It) => isShown && setNow(() => It),
        (error: unknown) => isShown && fail(error),
      );
      return () => {
        isShown = false;
      };
    }, [isWaited]);
    return Now ? createElement(Now, props) : null;
  };
  const ahead = (): void => {
    isDue = true;
    fetchIt().catch(() => undefined);
  };
  return Object.assign(Loaded, { ahead });
}

/** Loads soon what may be needed later, when an upgrade may have replaced it. */
export function useAhead(load: () => void): void {
  useEffect(() => {
    const timer = setTimeout(load, AHEAD_MS);
    return () => clearTimeout(timer);
  }, [load]);
}

/** An upgrade of the server has replaced what the server is there for and does not give. */
function useExplanation(): (error: unknown) => void {
  const say = useWords(words);
  return (error) => {
    if (error instanceof ApiFailure) return toast.failure(say.offline);
    const action = { label: say.reload, run: () => window.location.reload() };
    toast.failure(say.notLoaded, { action });
  };
}
