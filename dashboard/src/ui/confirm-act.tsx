import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toast } from './toast.tsx';

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
  /** As that of the dialog. */
  typeName?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something ends, and closes once it has. */
export function ConfirmAct(props: ConfirmActProps): ReactNode {
  const { act, title, confirm, done, typeName, onClose, children } = props;
  const onConfirm = () =>
    act.mutate(undefined, {
      onSuccess: () => {
        toast.success(done);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      typeName={typeName}
      busy={act.isPending}
      error={act.error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
