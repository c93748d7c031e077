import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { OperatorAlert } from '../api/operations.ts';
import { RichText } from '../ui/rich-text.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { ActDialog } from './act-dialog.tsx';
import { words as kindWords } from './alert-words.ts';
import { words } from './book-words.ts';
import { useOperatorAct } from './use-operator.ts';

interface AlertDialogProps {
  alert: OperatorAlert;
  onDone: () => void;
  onClose: () => void;
}

export function AssignAlert({ alert, onDone, onClose }: AlertDialogProps): ReactNode {
  const say = useWords(words).alerts;
  const statuses: Record<string, string> = useWords(uiWords).status.deposit;
  const [depositId, setDepositId] = useState('');
  const [isWrong, setWrong] = useState(false);
  const path = { id: String(alert.id) };
  const assign = useOperatorAct((reason: string) =>
    call('assignAlert', { path, body: { depositId: depositId.trim(), reason } }),
  );
  const check = () => {
    const isRight = /^dep_\w+$/.test(depositId.trim());
    setWrong(!isRight);
    return isRight;
  };
  const confirm = (reason: string) =>
    assign.mutate(reason, {
      onSuccess: ({ status }) => {
        toast.success(say.assignDone({ status: statuses[status] ?? status }));
        onDone();
        onClose();
      },
    });
  return (
    <ActDialog
      title={say.assignTitle}
      confirm={say.assign}
      isDanger
      isBusy={assign.isPending}
      error={assign.error}
      check={check}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{say.assignText}</Text>
      <Text size="sm" className="ui-mono">
        {alert.subject}
      </Text>
      <TextField
        label={say.depositId}
        aria-required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        most={64}
        value={depositId}
        error={isWrong && say.depositWrong}
        onChange={(event) => setDepositId(event.currentTarget.value)}
      />
    </ActDialog>
  );
}

export function CloseAlert({ alert, onDone, onClose }: AlertDialogProps): ReactNode {
  const say = useWords(words).alerts;
  const kinds: Record<string, string> = useWords(kindWords);
  const { kind, subject } = alert;
  const close = useOperatorAct((reason: string) =>
    call('closeAlert', { path: { id: String(alert.id) }, body: { reason } }),
  );
  const confirm = (reason: string) =>
    close.mutate(reason, {
      onSuccess: ({ differences }) => {
        toast.success(say.closeDone({ count: differences }));
        onDone();
        onClose();
      },
    });
  return (
    <ActDialog
      title={say.closeTitle}
      confirm={say.close}
      isBusy={close.isPending}
      error={close.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        <RichText>{say.closeText({ kind: kinds[kind] ?? kind, subject })}</RichText>
      </Text>
    </ActDialog>
  );
}
