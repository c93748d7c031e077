import { Alert, Group, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAct, useTenantCall } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { words as uiWords } from '../ui/words.ts';
import { dateTime } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words as endpointWords } from './endpoint-words.ts';
import { words as formWords } from './form-words.ts';
import { SecretShown } from './secret-shown.tsx';

const OVERLAPS = { day: 24, week: 168, now: 0 } as const;
type Overlap = keyof typeof OVERLAPS;

/** Mounted only while open: the new secret is gone with it. */
export function RotateSecret({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const say = useWords(endpointWords).rotate;
  const form = useWords(formWords);
  const { closeUnanswered } = useWords(uiWords);
  const language = useLanguage();
  const call = useTenantCall();
  const [isCopied, setCopied] = useState(false);
  const rotate = useAct((overlapHours: number) =>
    call('rotateWebhookSecret', { path: { id }, body: { overlapHours } }),
  );
  const rotated = rotate.data;
  const unanswered = rotate.isPending ? closeUnanswered : undefined;
  const notCopied = isCopied ? undefined : form.notCopied;
  return (
    <Dialog
      size="lg"
      title={rotated === undefined ? say.title : form.secretTitle}
      askBeforeClose={rotated === undefined ? unanswered : notCopied}
      onClose={onClose}
    >
      {rotated === undefined ? (
        <RotationForm
          busy={rotate.isPending}
          error={rotate.error}
          onClose={onClose}
          onSubmit={(overlap) => rotate.mutate(OVERLAPS[overlap])}
        />
      ) : (
        <SecretShown
          secret={rotated.secret}
          isCopied={isCopied}
          onCopied={() => setCopied(true)}
          onDone={onClose}
        >
          <Text>
            {rotated.previousSecretUntil === null
              ? say.ended
              : say.until({ when: dateTime(rotated.previousSecretUntil, language) })}
          </Text>
        </SecretShown>
      )}
    </Dialog>
  );
}

interface RotationFormProps {
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: (overlap: Overlap) => void;
}

function RotationForm({ busy, error, onClose, onSubmit }: RotationFormProps): ReactNode {
  const say = useWords(endpointWords).rotate;
  const { cancel } = useWords(uiWords);
  const [overlap, setOverlap] = useState<Overlap>('day');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(overlap);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{say.text}</Text>
        <Radio.Group
          label={say.overlap}
          value={overlap}
          // The only values are those of the radios below.
          onChange={(value) => setOverlap(value as Overlap)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="day" label={say.day} data-autofocus />
            <Radio value="week" label={say.week} />
            <Radio value="now" label={say.now} />
          </Stack>
        </Radio.Group>
        {overlap === 'now' && (
          <Alert color="red" variant="outline" icon={<Icon name="alert" />}>
            {say.nowWarning}
          </Alert>
        )}
        {error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <ActButton variant="default" disabled={busy} onClick={onClose}>
            {cancel}
          </ActButton>
          <ActButton type="submit" busy={busy} {...(overlap === 'now' ? { color: 'red' } : {})}>
            {say.do}
          </ActButton>
        </Group>
      </Stack>
    </form>
  );
}
