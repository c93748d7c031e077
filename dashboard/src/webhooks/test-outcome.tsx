import { Alert, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookAttempt } from '../api/operations.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { useWords } from '../words/use-words.ts';
import { causeIn } from './cause.ts';
import { words as formWords } from './form-words.ts';
import { words } from './words.ts';

interface TestOutcomeProps {
  attempt: WebhookAttempt;
  busy: boolean;
  error: Error | null;
  onKeep: () => void;
  onCorrect: () => void;
}

/** The test event did not arrive: fix it, or keep the endpoint all the same. */
export function TestOutcome(props: TestOutcomeProps): ReactNode {
  const { attempt, busy, error, onKeep, onCorrect } = props;
  const say = useWords(formWords);
  const causes = useWords(words).cause;
  const first = useFocusOnMount<HTMLButtonElement>();
  return (
    <Stack>
      <Alert role="alert" color="red" variant="outline" icon={<Icon name="alert" />}>
        <Text>
          <RichText>{say.failedTest({ cause: causeIn(causes, attempt) })}</RichText>
        </Text>
        <Text size="sm">{say.failedHint}</Text>
      </Alert>
      {error !== null && <Failure error={error} />}
      <Group justify="flex-end">
        <ActButton variant="default" busy={busy} onClick={onKeep}>
          {say.saveAnyway}
        </ActButton>
        <ActButton ref={first} disabled={busy} onClick={onCorrect}>
          {say.correct}
        </ActButton>
      </Group>
    </Stack>
  );
}
