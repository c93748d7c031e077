import type { ReactNode } from 'react';
import type { Wallet } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ConfirmAct } from '../ui/confirm-act.tsx';
import { RichText } from '../ui/rich-text.tsx';
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
  return (
    <ConfirmAct
      act={remove}
      title={say.removeTitle}
      confirm={say.removeTitle}
      done={say.removed}
      // Without the last one no charge can be made at all.
      typeName={isLast ? name : undefined}
      onClose={onClose}
    >
      <RichText>{say.removeText({ name })}</RichText> {isLast && say.removeLast}
      {!isLast && wallet.isDefault && say.removeDefault}
    </ConfirmAct>
  );
}
