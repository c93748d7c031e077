import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { safeNext } from '../api/next-path.ts';
import { carried } from './carried.ts';

/** Where somebody goes who has just signed in. What was kept of who was here before is dropped. */
export function useGoOn(): (next?: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (next) => {
      client.clear();
      carried.email = '';
      const href = safeNext(next);
      if (carried.invitation !== undefined) await router.navigate({ to: '/invitation' });
      else if (href !== undefined) await router.navigate({ href, replace: true });
      else await router.navigate({ to: '/', replace: true });
    },
    [client, router],
  );
}
