import { useBlocker, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A navigation that was stopped, and how to let it proceed. */
export interface Leaving {
  readonly isBack: boolean;
  readonly goOn: () => void;
}

/** Stops Back and in-app navigation, and has the browser ask before a reload. */
export function LeaveGuard({ onLeave }: { onLeave: (leaving: Leaving) => void }): ReactNode {
  const { history, navigate } = useRouter();
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      // When something open over a page closes, it removes itself from the address.
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
