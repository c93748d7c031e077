import type { ReactNode } from 'react';
import { loadAhead } from './load-ahead.tsx';
import type { PanelProps } from './panel.tsx';

export const Panel = loadAhead<PanelProps>(
  async () => (await import('./panel.tsx')).Panel,
  ({ onClose }) => onClose(),
);

interface DialogProps extends Omit<PanelProps, 'kind'> {
  opened: boolean;
}

/** A dialog with a title: it traps the focus, and gives it back when it closes. */
export function Dialog({ opened, ...panel }: DialogProps): ReactNode {
  return opened && <Panel kind="dialog" {...panel} />;
}
