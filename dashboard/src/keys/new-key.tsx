import { type ReactNode, useState } from 'react';
import type { ApiKeyOrder } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { KeyForm } from './key-form.tsx';
import { MadeKey } from './made-key.tsx';
import type { Scope } from './scopes.ts';
import { words } from './words.ts';

interface NewKeyProps {
  /** The permission that a refused request lacked. */
  missing: Scope | undefined;
  /** Whether the link that led here means a key for an agent. */
  isForAgent: boolean;
  onMade: (id: string) => void;
  onClose: () => void;
}

/** Mounted only while open: the key is in its state alone, and gone with it. */
export function NewKey({ missing, isForAgent, onMade, onClose }: NewKeyProps): ReactNode {
  const say = useWords(words);
  const { closeUnanswered } = useWords(uiWords);
  const call = useTenantCall();
  const [isCopied, setCopied] = useState(false);
  const create = useAct((body: ApiKeyOrder) => call('createKey', { body }), ['listKeys']);
  const made = create.data;
  const unanswered = create.isPending ? closeUnanswered : undefined;
  const notCopied = isCopied ? undefined : say.made.notCopied;
  const close = () => {
    if (made !== undefined) onMade(made.id);
    onClose();
  };
  return (
    <Dialog
      size="lg"
      title={made === undefined ? say.form.title : say.made.title}
      holdsForm={made === undefined}
      askBeforeClose={made === undefined ? unanswered : notCopied}
      onClose={close}
    >
      {made === undefined ? (
        <KeyForm
          missing={missing}
          isForAgent={isForAgent}
          busy={create.isPending}
          error={create.error}
          onSubmit={(order) => create.mutate(order)}
        />
      ) : (
        <MadeKey
          made={made}
          isAgent={create.variables?.agent !== undefined}
          isCopied={isCopied}
          onCopied={() => setCopied(true)}
          onDone={close}
        />
      )}
    </Dialog>
  );
}
