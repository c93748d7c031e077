import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { Theme } from './theme.tsx';
import { TwoSteps } from './two-steps.tsx';
import style from './user.module.css';
import { words } from './words.ts';

export function User(): ReactNode {
  const say = useWords(words);
  return (
    <Page title={say.title}>
      <div className={style['page']}>
        <Profile />
        <Theme />
        <Password />
        <TwoSteps />
        <Passkeys />
        <Sessions />
      </div>
    </Page>
  );
}
