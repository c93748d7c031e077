import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Called for every link that is followed, even to the page that is already shown. */
export function useOnNavigation(listener: () => void): void {
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', listener), [router, listener]);
}
