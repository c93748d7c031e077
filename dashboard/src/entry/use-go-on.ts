import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { safeNext } from '../api/next-path.ts';
import { carried } from './carried.ts';

/** Where to go after signing in. Whatever was cached about an earlier user is dropped. */
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
