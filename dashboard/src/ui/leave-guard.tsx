import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Keeps whoever goes back where they are, and has a reload asked about by the browser. */
export function LeaveGuard({ onLeave }: { onLeave: () => void }): ReactNode {
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      // What stands over a page and closes takes itself out of the address.
      if (action === 'REPLACE' && next.pathname === current.pathname) return false;
      onLeave();
      return true;
    },
  });
  return null;
}
