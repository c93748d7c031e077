import type { ReactNode } from 'react';
import { words } from '../shell/words.ts';
import { Page } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';

export function ForgotPassword(): ReactNode {
  const say = useWords(words);
  return <Page title={say.building}>{say.building}</Page>;
}
