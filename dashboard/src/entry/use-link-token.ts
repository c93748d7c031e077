import { useEffect, useState } from 'react';

const TOKEN = /^[\w-]{20,100}$/;

/** The part behind `#` in the link of a mail, which no server and no log sees. */
export function useLinkToken(): string | undefined {
  return useLinkTokens()[0];
}

/** The link that confirms an address may carry an invitation behind its own token. */
export function useLinkTokens(): readonly (string | undefined)[] {
  const [{ hash, pathname }, setLink] = useState(linkOfPage);
  useEffect(() => {
    // A newer link opened in the same tab changes only the hash; navigating away is not a link.
    const read = () => {
      if (window.location.pathname === pathname) setLink(linkOfPage());
    };
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [pathname]);
  const tokens = hash.slice(1).split('.');
  return tokens.map((token) => (TOKEN.test(token) ? token : undefined));
}

function linkOfPage(): Pick<Location, 'hash' | 'pathname'> {
  const { hash, pathname } = window.location;
  return { hash, pathname };
}
