import { type ReactNode, useState } from 'react';
import type { Wallet } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface RemoveWalletProps {
  wallet: Wallet | undefined;
  isLast: boolean;
  onClose: () => void;
}

export function RemoveWallet({ wallet, isLast, onClose }: RemoveWalletProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const [error, setError] = useState<Error>();
  const remove = useAct((id: string) => call('deleteWallet', { path: { id } }), ['listWallets']);
  if (wallet === undefined) return null;

  const name = wallet.label || say.unlabelled;
  const close = () => {
    setError(undefined);
    onClose();
  };
  const confirm = () =>
    remove.mutate(wallet.id, {
      onSuccess: () => {
        toast.success(say.removed);
        close();
      },
      onError: setError,
    });
  return (
    <ConfirmDialog
      opened
      title={say.removeTitle}
      confirm={say.removeTitle}
      // Without the last one no charge can be made at all.
      typeName={isLast ? name : undefined}
      busy={remove.isPending}
      error={error}
      onConfirm={confirm}
      onClose={close}
    >
      <RichText>{say.removeText({ name })}</RichText> {isLast && say.removeLast}
      {!isLast && wallet.isDefault && say.removeDefault}
    </ConfirmDialog>
  );
}
