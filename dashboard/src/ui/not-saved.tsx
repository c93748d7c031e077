import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { useWords } from '../words/use-words.ts';
import { Failure } from './failure.tsx';
import { words } from './words.ts';

/** Why a form was not saved. Only a refusal is certain: a lost response may have said it was. */
export function NotSaved({ error }: { error: Error }): ReactNode {
  const say = useWords(words);
  const isRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  return <Failure error={error} what={isRefused ? say.notSaved : say.maybeSaved} />;
}
