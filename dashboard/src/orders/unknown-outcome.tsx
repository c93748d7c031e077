import { Button, Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFailureText } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';

interface UnknownOutcomeProps {
  error: Error;
  isAsking: boolean;
  words: { unknown: string; unknownAsk: string; askAgain: string };
  onAsk: () => void;
}

/** Nobody knows yet what came of an order; the form waits, so that no second one is made. */
export function UnknownOutcome({ error, isAsking, words, onAsk }: UnknownOutcomeProps): ReactNode {
  const text = useFailureText()(error);
  return (
    <Notice role="alert" title={isAsking ? words.unknown : words.unknownAsk}>
      <Text size="sm">{text}</Text>
      <Group mt="xs">
        {isAsking && <Loader size="sm" type="dots" />}
        <Button size="sm" variant="default" disabled={isAsking} onClick={onAsk}>
          {words.askAgain}
        </Button>
      </Group>
    </Notice>
  );
}
