import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

interface Loaded<Props> {
  (props: Props & object): ReactNode;
  /** Begins to load; what fails comes to light only when it is shown. */
  ahead(): void;
}

/**
 * A component in a file of its own. One that has arrived is shown at once; React's own `lazy` shows
 * nothing for some 300 ms first, and takes no key meanwhile.
 */
export function loadAhead<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Loaded<Props> {
  let arrived: ComponentType<Props> | undefined;
  const fetchIt = async (): Promise<ComponentType<Props>> => (arrived = await load());
  const Late = lazy(async () => ({ default: await fetchIt() }));
  const Loaded = (props: Props & object): ReactNode => {
    // Kept for as long as it is shown, so that what arrives meanwhile does not begin it anew.
    const [Now] = useState(() => arrived);
    return Now ? createElement(Now, props) : <Late {...props} />;
  };
  return Object.assign(Loaded, { ahead: () => void fetchIt().catch(() => undefined) });
}
