import { type ReactNode, useState } from 'react';
import type { PaymentLink } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { LinkForm } from './link-form.tsx';
import { words } from './words.ts';

interface ChangeLinkProps {
  link: PaymentLink;
  onChanged: (id: string) => void;
  onClose: () => void;
}

/** Changes the text only: an amount that somebody was told never changes behind their back. */
export function ChangeLink({ link, onChanged, onClose }: ChangeLinkProps): ReactNode {
  const say = useWords(words).form;
  const call = useTenantCall();
  const [isBegun, setBegun] = useState(false);
  const change = useAct(
    (body: { title: string; description: string }) =>
      call('updatePaymentLink', { path: { id: link.id }, body }),
    ['listPaymentLinks', 'readPaymentLink'],
  );
  const save = (body: { title: string; description: string }) =>
    change.mutate(body, {
      onSuccess: () => {
        toast.success(say.saved);
        onChanged(link.id);
        onClose();
      },
    });
  return (
    <Dialog
      size="xl"
      title={say.change}
      askBeforeClose={isBegun ? say.lose : undefined}
      onClose={onClose}
    >
      <LinkForm
        link={link}
        isBusy={change.isPending}
        error={change.error}
        onChange={setBegun}
        onSubmit={({ title, description = '' }) => save({ title, description })}
      />
    </Dialog>
  );
}
