import type { ReactNode } from 'react';
import { loadAhead } from './load-ahead.tsx';
import type { PanelProps } from './panel.tsx';

export const Panel = loadAhead<PanelProps>(
  async () => (await import('./panel.tsx')).Panel,
  ({ onClose }) => onClose(),
);

/** A dialog with a title: it traps the focus, and gives it back when it is unmounted. */
export function Dialog(panel: Omit<PanelProps, 'kind'>): ReactNode {
  return <Panel kind="dialog" {...panel} />;
}
