import type { ReactNode } from 'react';
import type { Wallet } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface RemoveWalletProps {
  wallet: Wallet;
  isLast: boolean;
  onClose: () => void;
}

/** Mounted only while open. */
export function RemoveWallet({ wallet, isLast, onClose }: RemoveWalletProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const remove = useAct(() => call('deleteWallet', { path: { id: wallet.id } }), ['listWallets']);
  const name = wallet.label || say.unlabelled;
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success(say.removed);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      opened
      title={say.removeTitle}
      confirm={say.removeTitle}
      // Without the last one no charge can be made at all.
      typeName={isLast ? name : undefined}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <RichText>{say.removeText({ name })}</RichText> {isLast && say.removeLast}
      {!isLast && wallet.isDefault && say.removeDefault}
    </ConfirmDialog>
  );
}
