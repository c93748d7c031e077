import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';

interface ConfirmActProps {
  act: {
    readonly isPending: boolean;
    readonly error: Error | null;
    mutate: (given: undefined, options: { onSuccess: () => void }) => void;
  };
  title: string;
  /** The button's label, and the toast's once it is done. */
  confirm: string;
  done: string;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something of one's own ends, and closes once it has. */
export function ConfirmAct(props: ConfirmActProps): ReactNode {
  const { act, title, confirm, done, onClose, children } = props;
  const onConfirm = () =>
    act.mutate(undefined, {
      onSuccess: () => {
        toast.success(done);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      opened
      title={title}
      confirm={confirm}
      busy={act.isPending}
      error={act.error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
