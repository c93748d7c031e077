import { type RefObject, useEffect, useRef } from 'react';

/** For what replaces a form inside a dialog: the focus would be lost with the form. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
