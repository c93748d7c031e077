import { Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { ActButton } from './act-button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { words } from './words.ts';

interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The button's label: "Excluir carteira". */
  confirm: string;
  /** For when "Cancel" might be mistaken for the action being confirmed. */
  cancel?: string;
  /** For when a slip would be expensive: the name has to be typed. */
  typeName?: string | undefined;
  busy?: boolean;
  /** Whether the response is shown only once: closing before it arrives asks first. */
  showsAnswer?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ title, onClose, ...body }: ConfirmDialogProps): ReactNode {
  const { closeUnanswered } = useWords(words);
  const isAwaited = body.busy === true && body.showsAnswer === true;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      askBeforeClose={isAwaited ? closeUnanswered : undefined}
    >
      <Confirmation {...body} onClose={onClose} />
    </Dialog>
  );
}

/** HTML collapses runs of spaces and drops those at the ends of a text. */
function asShown(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function Confirmation(props: Omit<ConfirmDialogProps, 'title'>): ReactNode {
  const { children, confirm, cancel, typeName, error, onConfirm, onClose } = props;
  const { busy = false, showsAnswer = false } = props;
  const say = useWords(words);
  const [typed, setTyped] = useState('');
  const isSure = typeName === undefined || asShown(typed) === asShown(typeName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSure && !busy) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text component="div">{children}</Text>
        {typeName !== undefined && (
          <TextInput
            label={say.typeToConfirm({ name: typeName })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            aria-required
            data-autofocus
          />
        )}
        {error !== undefined && error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <ActButton variant="default" disabled={busy && showsAnswer} onClick={onClose}>
            {cancel ?? say.cancel}
          </ActButton>
          <ActButton type="submit" color="red" busy={busy} disabled={!isSure}>
            {confirm}
          </ActButton>
        </Group>
      </Stack>
    </form>
  );
}
