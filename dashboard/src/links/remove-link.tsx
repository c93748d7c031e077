import type { PaymentLink } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ConfirmAct } from '../ui/confirm-act.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

export function RemoveLink({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const say = useWords(words).remove;
  const call = useTenantCall();
  const remove = useAct(
    () => call('deletePaymentLink', { path: { id: link.id } }),
    ['listPaymentLinks', 'readPaymentLink'],
  );
  return (
    <ConfirmAct
      act={remove}
      title={say.title}
      confirm={say.title}
      done={say.done}
      onClose={onClose}
    >
      <RichText>{say.text({ title: link.title })}</RichText> {link.active && say.pause}
    </ConfirmAct>
  );
}
