import { useEffect, useEffectEvent } from 'react';
import { hasCode } from '../api/api-failure.ts';
import { canSuggestPasskeys, stopAsking } from '../passkeys/passkey.ts';

/** A challenge is valid for five minutes. */
const RENEWED_EVERY_MS = 240_000;

interface Suggestion {
  attempt: () => Promise<void>;
  onDone: () => void;
  onRefused: (error: unknown) => void;
}

/** While wanted, has the browser suggest passkeys in the e-mail field. */
export function useSuggestedPasskey(isWanted: boolean, suggestion: Suggestion): void {
  const suggest = useEffectEvent(async () => {
    if (!(await canSuggestPasskeys())) return;
    try {
      await suggestion.attempt();
      suggestion.onDone();
    } catch (error) {
      // Nobody asked for the suggestion, so only a refusal by the server is shown.
      if (hasCode(error, 'invalid_passkey')) suggestion.onRefused(error);
    }
  });
  useEffect(() => {
    if (!isWanted) return;
    void suggest();
    const timer = setInterval(() => void suggest(), RENEWED_EVERY_MS);
    return () => {
      clearInterval(timer);
      stopAsking();
    };
  }, [isWanted]);
}
