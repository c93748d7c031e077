import { type ReactNode, useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { useEntryNext } from './use-entry-next.ts';
import { useGoOn } from './use-go-on.ts';

/** First the password, or a passkey, which stands for both; then the code where one is set up. */
export function SignIn(): ReactNode {
  const next = useEntryNext();
  const goOn = useGoOn();
  const [needsCode, setNeedsCode] = useState(false);
  const [hasExpired, setExpired] = useState(false);
  const done = () => void goOn(next);

  if (!needsCode) {
    return <PasswordStep hasExpired={hasExpired} onCode={() => setNeedsCode(true)} onDone={done} />;
  }
  const back = (expired: boolean) => {
    setExpired(expired);
    setNeedsCode(false);
  };
  return <CodeStep onDone={done} onBack={back} />;
}
