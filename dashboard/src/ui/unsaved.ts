import { useEffect } from 'react';

/** How many open things would be lost with the page. */
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

/** Whether something typed, or something shown only once, would be lost with the page. */
export function holdsUnsaved(): boolean {
  return held > 0;
}
