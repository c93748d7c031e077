import { useQueryClient } from '@tanstack/react-query';
import type { OperationId } from '../api/call.ts';
import { readAgain } from '../api/query.ts';
import { useOneAct } from '../api/use-one-act.ts';

/** An act by the user on something of their own; what it affects is read again. */
export function useOwnAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  refreshes: readonly OperationId[] = [],
) {
  const client = useQueryClient();
  return useOneAct(act, () =>
    Promise.all(refreshes.map((operation) => readAgain(client, [operation]))),
  );
}
