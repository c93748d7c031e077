import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '../api/operations.ts';
import { Icon } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { useWords } from '../words/use-words.ts';
import { causeIn } from './cause.ts';
import { words as formWords } from './form-words.ts';
import { words } from './words.ts';

interface TestOutcomeProps {
  delivery: WebhookDelivery | undefined;
  onKeep: () => void;
  onCorrect: () => void;
}

/** The test event did not arrive: put it right, or keep the endpoint all the same. */
export function TestOutcome({ delivery, onKeep, onCorrect }: TestOutcomeProps): ReactNode {
  const say = useWords(formWords);
  const causes = useWords(words).cause;
  const first = useFocusOnMount<HTMLButtonElement>();
  const attempt = delivery?.attempts.at(-1);
  return (
    <Stack>
      <Alert role="alert" color="red" variant="outline" icon={<Icon name="alert" />}>
        <Text>
          <RichText>
            {attempt === undefined
              ? say.noAnswerYet
              : say.failedTest({ cause: causeIn(causes, attempt) })}
          </RichText>
        </Text>
        <Text size="sm">{say.failedHint}</Text>
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onKeep}>
          {say.saveAnyway}
        </Button>
        <Button ref={first} onClick={onCorrect}>
          {say.correct}
        </Button>
      </Group>
    </Stack>
  );
}
