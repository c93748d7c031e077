import { Button, Group, Stack, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useMay } from '../api/me.ts';
import type { MaskedReversal } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Icon } from '../ui/icons.tsx';
import { LeaveQuestion } from '../ui/leave-question.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import style from './reversals.module.css';
import { words } from './words.ts';

interface ReversalNotesProps {
  reversal: MaskedReversal;
  onWriting: (isWriting: boolean) => void;
}

export function ReversalNotes({ reversal, onWriting }: ReversalNotesProps): ReactNode {
  const say = useWords(words);
  const mayWrite = useMay()('alerts:manage');
  const [isWriting, setWriting] = useState(false);
  const write = (isBegun: boolean) => {
    setWriting(isBegun);
    onWriting(isBegun);
  };
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    write(false);
    // The button exists again only once the form is gone.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (reversal.notes.length === 0 && !mayWrite) return null;
  return (
    <Stack gap="xs">
      {reversal.notes.length > 0 && (
        <Title order={3} size="h5">
          {say.notes}
        </Title>
      )}
      <Notes reversal={reversal} />
      {isWriting ? (
        <NoteForm id={reversal.id} onDone={close} />
      ) : (
        mayWrite && (
          <Group>
            <Button
              ref={opener}
              variant="subtle"
              leftSection={<Icon name="plus" />}
              onClick={() => write(true)}
            >
              {say.addNote}
            </Button>
          </Group>
        )
      )}
    </Stack>
  );
}

function Notes({ reversal: { notes } }: { reversal: MaskedReversal }): ReactNode {
  const say = useWords(words);
  if (notes.length === 0) return null;
  return (
    <ul className={style['notes']}>
      {notes.map(({ id, text, writtenBy, createdAt }) => (
        <li key={id}>
          <p>{text}</p>
          <span className={style['aside']}>
            {writtenBy ?? say.somebody}
            {'\u00a0· '}
            <DateTime at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function NoteForm({ id, onDone }: { id: string; onDone: () => void }): ReactNode {
  const say = useWords(words);
  const { cancel } = useWords(uiWords);
  const call = useTenantCall();
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isWritten = text.trim() !== '';
  const add = useAct(
    (note: string) => call('addAlertNote', { path: { id }, body: { text: note } }),
    ['listAlerts'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const note = text.trim();
    setEmpty(note === '');
    if (note === '') return focusFirstWrong();
    if (add.isPending) return;
    add.mutate(note, {
      onSuccess: () => {
        toast.success(say.noted);
        onDone();
      },
    });
  };
  return (
    <>
      {/* Outside of the form, to which React would pass on that a question is submitted. */}
      {isWritten && <LeaveQuestion />}
      {isAsking && <DiscardQuestion onDiscard={onDone} onKeep={() => setAsking(false)} />}
      <form onSubmit={submit} noValidate>
        <Stack gap="xs">
          <TextArea
            label={say.noteLabel}
            description={say.noteHint}
            most={2_000}
            aria-required
            rows={3}
            autoFocus
            value={text}
            error={isEmpty && say.noteMissing}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {add.error !== null && <Failure error={add.error} />}
          <Group gap="sm">
            <ActButton type="submit" busy={add.isPending}>
              {say.saveNote}
            </ActButton>
            <Button variant="default" onClick={() => (isWritten ? setAsking(true) : onDone())}>
              {cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}

function DiscardQuestion(props: { onDiscard: () => void; onKeep: () => void }): ReactNode {
  const say = useWords(words).discard;
  return (
    <ConfirmDialog
      title={say.title}
      confirm={say.confirm}
      cancel={say.keep}
      onConfirm={props.onDiscard}
      onClose={props.onKeep}
    >
      {say.text}
    </ConfirmDialog>
  );
}
