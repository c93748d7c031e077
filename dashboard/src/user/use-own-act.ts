import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperationId } from '../api/call.ts';

/** An act of the user's on what is their own; what it touches is read again. */
export function useOwnAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  refreshes: readonly (OperationId | 'me')[] = [],
) {
  const client = useQueryClient();
  return useMutation<Result, Error, Input>({
    mutationFn: act,
    onSuccess: async () => {
      await Promise.all(
        refreshes.map((operation) => client.invalidateQueries({ queryKey: [operation] })),
      );
    },
    // A secret that was answered is forgotten with the dialog that shows it.
    gcTime: 0,
  });
}
