import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAct, useTenantCall } from '../api/query.ts';
import { useNow } from '../api/use-now.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { fromBrasilia, toBrasilia } from './brasilia-time.ts';
import { words as endpointWords } from './endpoint-words.ts';

const DAY_MS = 86_400_000;

export function ReplayEvents({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const say = useWords(endpointWords).replay;
  const { cancel } = useWords(uiWords);
  const call = useTenantCall();
  const now = useNow();
  const [since, setSince] = useState(() => toBrasilia(now - DAY_MS));
  const [latest] = useState(() => toBrasilia(now));
  const [isMissing, setMissing] = useState(false);
  const replay = useAct(
    (from: string) => call('replayEvents', { path: { id }, body: { since: from } }),
    ['listWebhookDeliveries', 'getEndpointHealth'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const from = fromBrasilia(since);
    setMissing(from === undefined);
    if (from === undefined) return focusFirstWrong();
    replay.mutate(from, {
      onSuccess: ({ deliveries }) => {
        toast.success(say.done({ count: deliveries }), { durationMs: 8_000 });
        onClose();
      },
    });
  };
  return (
    <Dialog title={say.title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>
            <RichText>{say.text}</RichText>
          </Text>
          <TextInput
            type="datetime-local"
            label={say.since}
            aria-required
            value={since}
            max={latest}
            error={isMissing ? say.missing : undefined}
            onChange={(event) => setSince(event.currentTarget.value)}
            data-autofocus
          />
          {replay.error !== null && <Failure error={replay.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <ActButton type="submit" busy={replay.isPending}>
              {say.confirm}
            </ActButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
