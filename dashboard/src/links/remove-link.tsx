import type { ReactNode } from 'react';
import type { PaymentLink } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

export function RemoveLink({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const say = useWords(words).remove;
  const call = useTenantCall();
  const remove = useAct(
    () => call('deletePaymentLink', { path: { id: link.id } }),
    ['listPaymentLinks', 'readPaymentLink'],
  );
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success(say.done);
        onClose();
      },
    });
  const explanation: ReactNode = (
    <>
      <RichText>{say.text({ title: link.title })}</RichText> {link.active && say.pause}
    </>
  );
  return (
    <ConfirmDialog
      opened
      title={say.title}
      confirm={say.title}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {explanation}
    </ConfirmDialog>
  );
}
