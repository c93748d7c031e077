import { useState } from 'react';

/** What stands behind `#` in the link of a mail, where no server and no log sees it. */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => window.location.hash.slice(1));
  return /^[\w-]{20,100}$/.test(token) ? token : undefined;
}
