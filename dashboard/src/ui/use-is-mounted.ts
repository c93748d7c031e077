import { useEffect, useRef } from 'react';

/** Whether the component that started something is still mounted when the response comes. */
export function useIsMounted(): () => boolean {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return () => isThere.current;
}
