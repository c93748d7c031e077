import { useQuery } from '@tanstack/react-query';
import { callAtEntry } from '../api/call.ts';

/** What this installation offers to people who are not signed in; nothing until that is known. */
export function useEntry(): { mailbox: boolean; passkeys: boolean } {
  const { data } = useQuery({
    queryKey: ['getEntry'],
    queryFn: ({ signal }) => callAtEntry('getEntry', { signal }),
    staleTime: Infinity,
  });
  return data ?? { mailbox: false, passkeys: false };
}
