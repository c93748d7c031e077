import { type ReactNode, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LeaveGuard, type Leaving } from './leave-guard.tsx';
import { useUnsaved } from './unsaved.ts';
import { words } from './words.ts';

interface LeaveQuestionProps {
  /** What leaving would lose; by default, what was typed. */
  text?: string;
  /** What Back does instead, if the page itself has somewhere to go back to. */
  onBack?: (() => void) | undefined;
}

/** Asks before a page with something unfinished is left, and then continues the navigation. */
export function LeaveQuestion({ text, onBack }: LeaveQuestionProps): ReactNode {
  const say = useWords(words).leave;
  useUnsaved(true);
  const [leaving, setLeaving] = useState<Leaving>();
  return (
    <>
      <LeaveGuard
        onLeave={(stopped) => {
          if (stopped.isBack && onBack !== undefined) onBack();
          else setLeaving(stopped);
        }}
      />
      {leaving !== undefined && (
        <ConfirmDialog
          title={say.title}
          confirm={say.leave}
          cancel={say.stay}
          onConfirm={leaving.goOn}
          onClose={() => setLeaving(undefined)}
        >
          {text ?? say.unsaved}
        </ConfirmDialog>
      )}
    </>
  );
}
