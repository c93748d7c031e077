import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { isServerThere } from '../api/is-server-there.ts';

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
 */
export function loadAhead<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Loaded<Props> {
  let arrived: ComponentType<Props> | undefined;
  const fetchIt = async (): Promise<ComponentType<Props>> => (arrived = await load());
  const Late = lazy(async () => ({ default: await fetchIt() }));
  const Loaded = (props: Props & object): ReactNode => {
    // Kept while it is shown, so that what arrives meanwhile does not remount it.
    const [Now] = useState(() => arrived);
    return Now ? createElement(Now, props) : <Late {...props} />;
  };
  return Object.assign(Loaded, { ahead: () => void fetchIt().catch(() => undefined) });
}

/**
 * Loads soon what may be needed later, when an upgrade may have replaced it. Not while the server
 * is away: a failed import stays failed, when it could still succeed once it is needed.
 */
export function useAhead(load: () => void): void {
  useEffect(() => {
    const loadIfThere = async () => (await isServerThere()) && load();
    const timer = setTimeout(() => void loadIfThere(), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
