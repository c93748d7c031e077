import { loadAhead } from './load-ahead.tsx';
import type { StepUpDialogProps } from './step-up-dialog.tsx';

export const StepUpDialog = loadAhead<StepUpDialogProps>(
  async () => (await import('./step-up-dialog.tsx')).StepUpDialog,
  ({ onDone }) => onDone(false),
);
