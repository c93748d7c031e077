import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { oneLine, reasonProblem } from './reason.ts';
import { words } from './words.ts';

interface ActDialogProps {
  title: string;
  /** What will happen, and any further fields of the act. */
  children: ReactNode;
  /** The button's label. */
  confirm: string;
  isDanger?: boolean;
  isBusy: boolean;
  error: Error | null;
  size?: 'md' | 'lg';
  /** Whether the rest of the form is valid; shows what is not. */
  check?: () => boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Mounted only while open. Nothing here is done without a reason. */
export function ActDialog(props: ActDialogProps): ReactNode {
  const { title, size = 'md', onClose } = props;
  return (
    <Dialog title={title} size={size} holdsForm onClose={onClose}>
      {(close) => <Act {...props} onClose={close} />}
    </Dialog>
  );
}

function Act(props: ActDialogProps): ReactNode {
  const { children, confirm, isDanger = false, isBusy, error, check, onConfirm, onClose } = props;
  const say = useWords(words);
  const { cancel } = useWords(uiWords);
  const [typed, setTyped] = useState('');
  const [isSent, setSent] = useState(false);
  const problem = isSent ? reasonProblem(typed) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const isRight = check?.() ?? true;
    if (!isRight || reasonProblem(typed) !== undefined) return focusFirstWrong();
    if (!isBusy) onConfirm(typed.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        <Textarea
          label={say.reason}
          description={say.reasonHint}
          aria-required
          rows={2}
          value={typed}
          error={problem && say.reasonProblem[problem]}
          // Other fields, if any, come first.
          data-autofocus={check === undefined || undefined}
          onChange={(event) => setTyped(oneLine(event.currentTarget.value))}
        />
        {error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <ActButton type="submit" busy={isBusy} {...(isDanger && { color: 'red' })}>
            {confirm}
          </ActButton>
        </Group>
      </Stack>
    </form>
  );
}
