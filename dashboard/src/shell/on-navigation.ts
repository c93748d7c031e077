import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Told of whatever link is followed, be it to the page that is shown already. */
export function useOnNavigation(listener: () => void): void {
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', listener), [router, listener]);
}
