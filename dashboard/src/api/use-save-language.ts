import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Language } from '../words/language.ts';
import { call } from './call.ts';
import { meQuery } from './me.ts';

/** Saves the language of the screens. One choice is saved after another, so the last one wins. */
export function useSaveLanguage(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (language: Language) => call('changeMe', { body: { language } }),
    scope: { id: 'language' },
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
    onError,
  });
}
