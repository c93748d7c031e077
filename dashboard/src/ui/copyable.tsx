import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CopyableProps {
  /** Copied in full, and shown unless there is a shorter form. */
  value: string;
  shown?: string;
  label: string;
}

/** A code and the button that copies it, which stays beside the code where that is cut short. */
export function Copyable({ value, shown = value, label }: CopyableProps): ReactNode {
  return (
    <span className="ui-copyable">
      <span className="ui-mono" title={shown === value ? undefined : value}>
        {shown}
      </span>
      <CopyButton value={value} label={label} compact />
    </span>
  );
}
