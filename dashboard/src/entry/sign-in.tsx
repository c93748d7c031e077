import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { useEntryNext } from './use-entry-next.ts';
import { useGoOn } from './use-go-on.ts';
import { words } from './words.ts';

/** First the password, or a passkey, which replaces both steps; then the code if one is set up. */
export function SignIn(): ReactNode {
  const say = useWords(words);
  const next = useEntryNext();
  const goOn = useGoOn();
  const [needsCode, setNeedsCode] = useState(false);
  const hasSessionEnded = useLocation({ select: ({ state }) => state.hasSessionEnded === true });
  const [hasCodeExpired, setCodeExpired] = useState(false);
  const done = () => void goOn(next);

  if (!needsCode) {
    const why = hasCodeExpired ? say.code.expired : hasSessionEnded ? say.signIn.ended : undefined;
    return <PasswordStep why={why} onCode={() => setNeedsCode(true)} onDone={done} />;
  }
  const back = (expired: boolean) => {
    setCodeExpired(expired);
    setNeedsCode(false);
  };
  return <CodeStep onDone={done} onBack={back} />;
}
