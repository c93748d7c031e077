import { useState } from 'react';

const TOKEN = /^[\w-]{20,100}$/;

/** What stands behind `#` in the link of a mail, where no server and no log sees it. */
export function useLinkToken(): string | undefined {
  return useLinkTokens()[0];
}

/** The link that confirms an address may carry an invitation behind its own token. */
export function useLinkTokens(): readonly (string | undefined)[] {
  const [tokens] = useState(() => window.location.hash.slice(1).split('.'));
  return tokens.map((token) => (TOKEN.test(token) ? token : undefined));
}
