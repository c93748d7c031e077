import { useEffect } from 'react';

/** How many things are open that would be lost with the page. */
let held = 0;

export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    held += 1;
    return () => {
      held -= 1;
    };
  }, [isUnsaved]);
}

/** Whether something was typed, or is shown this once, that would be lost with the page. */
export function holdsUnsaved(): boolean {
  return held > 0;
}
