import { useFailureText } from '../ui/failure.tsx';
import { useWords } from '../words/use-words.ts';
import { passkeyProblemOf } from './passkey.ts';
import { words } from './words.ts';

/** Words for whatever went wrong on using a passkey, in the browser or on the server. */
export function usePasskeyText(): (error: unknown) => string {
  const say = useWords(words);
  const failureText = useFailureText();
  return (error) => (passkeyProblemOf(error) === undefined ? failureText(error) : say.givenUp);
}
