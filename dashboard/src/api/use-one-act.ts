import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * One act by the user: pending, failed or done.
 * @param afterwards reads again what it affects, or may have affected
 */
export function useOneAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  afterwards: () => Promise<unknown> = () => Promise.resolve(),
) {
  const running = useRef<Promise<Result>>(undefined);
  const forget = () => {
    running.current = undefined;
  };
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: act,
    onSuccess: afterwards,
    // If the response is lost, nobody knows whether it was done. The failure is shown without
    // waiting.
    onError: () => void afterwards(),
    onSettled: forget,
    // What was sent and returned, perhaps a new key, is dropped together with the form.
    gcTime: 0,
  });
  const { mutateAsync: begin } = mutation;
  // A second press may come before the first is shown as pending; it joins the first.
  const mutateAsync = useCallback<typeof begin>(
    (...given) => (running.current ??= begin(...given)),
    [begin],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    (...given) => {
      // The mutation keeps the error.
      mutateAsync(...given).catch(() => undefined);
    },
    [mutateAsync],
  );
  const reset = () => {
    forget();
    mutation.reset();
  };
  return { ...mutation, mutate, mutateAsync, reset };
}
