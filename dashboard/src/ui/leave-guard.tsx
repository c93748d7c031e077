import { useBlocker, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Somebody who was kept, and how they go where they were going. */
export interface Leaving {
  readonly isBack: boolean;
  readonly goOn: () => void;
}

/** Keeps whoever goes back where they are, and has a reload asked about by the browser. */
export function LeaveGuard({ onLeave }: { onLeave: (leaving: Leaving) => void }): ReactNode {
  const { history, navigate } = useRouter();
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      // What stands over a page and closes takes itself out of the address.
      if (action === 'REPLACE' && next.pathname === current.pathname) return false;
      const isBack = action === 'BACK';
      const ignoreBlocker = true;
      const goOn = () => {
        if (isBack) history.back({ ignoreBlocker });
        else void navigate({ to: next.pathname, search: next.search, ignoreBlocker });
      };
      onLeave({ isBack, goOn });
      return true;
    },
  });
  return null;
}
