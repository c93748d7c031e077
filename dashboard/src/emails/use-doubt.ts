import { useState } from 'react';
import { isOddDomain } from './domain.ts';

/**
 * Whether to ask about an address instead of sending it. Each is asked about once: sent again
 * unchanged, it is taken as it is.
 */
export function useDoubt(): (email: string) => boolean {
  const [asked, setAsked] = useState<string>();
  return (email) => {
    if (!isOddDomain(email) || email === asked) return false;
    setAsked(email);
    return true;
  };
}
