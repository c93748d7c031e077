import { useFailureText } from '../ui/failure.tsx';
import { useWords } from '../words/use-words.ts';
import { passkeyProblemOf } from './passkey.ts';
import { words } from './words.ts';

/** Words for whatever went wrong with a passkey, in the browser or on the server. */
export function usePasskeyText(): (error: unknown) => string {
  const say = useWords(words);
  const failureText = useFailureText();
  return (error) => {
    const problem = passkeyProblemOf(error);
    if (problem === undefined) return failureText(error);
    return problem === 'known' ? say.known : say.givenUp;
  };
}
