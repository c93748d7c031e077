import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Panel } from './dialog.tsx';
import { useDocumentTitle } from './document-title.ts';
import type { PanelProps } from './panel.tsx';

interface RouteDrawerProps extends Omit<PanelProps, 'kind' | 'onClose'> {
  /** The list under it, whose filters stay in the address. */
  closeTo: LinkProps;
}

/** A detail with its own address, over the list of its parent route. */
export function RouteDrawer({ closeTo, size = 'lg', ...panel }: RouteDrawerProps): ReactNode {
  const navigate = useNavigate();
  useDocumentTitle('over', panel.title);
  return (
    <Panel
      kind="drawer"
      size={size}
      {...panel}
      // Replaces the detail in the history, since going back would open it again.
      onClose={() =>
        void navigate({
          search: true,
          state: true,
          replace: true,
          resetScroll: false,
          ...closeTo,
        })
      }
    />
  );
}
