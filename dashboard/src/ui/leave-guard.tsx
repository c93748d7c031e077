import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type Leaving = Parameters<ShouldBlockFn>[0];

/** Keeps whoever goes back where they are, and has a reload asked about by the browser. */
export function LeaveGuard({ onLeave }: { onLeave: (leaving: Leaving) => void }): ReactNode {
  useBlocker({
    shouldBlockFn: (leaving) => {
      const { action, current, next } = leaving;
      // What stands over a page and closes takes itself out of the address.
      if (action === 'REPLACE' && next.pathname === current.pathname) return false;
      onLeave(leaving);
      return true;
    },
  });
  return null;
}
