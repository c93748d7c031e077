import { Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActButton } from '../ui/act-button.tsx';
import { useFailureText } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';

interface UnknownOutcomeProps {
  error: Error;
  isRetrying: boolean;
  words: { unknown: string; unknownAsk: string; askAgain: string };
  onRetry: () => void;
}

/** The outcome of an order is not known yet; the form is locked, so that no second one is made. */
export function UnknownOutcome({
  error,
  isRetrying,
  words,
  onRetry,
}: UnknownOutcomeProps): ReactNode {
  const text = useFailureText()(error);
  // The form that had the focus is locked.
  const first = useFocusOnMount<HTMLParagraphElement>();
  return (
    <Notice role="alert" title={isRetrying ? words.unknown : words.unknownAsk}>
      <Text size="sm" ref={first} tabIndex={-1} className="ui-heading">
        {text}
      </Text>
      <Group mt="xs">
        {isRetrying && <Loader size="sm" type="dots" />}
        <ActButton size="sm" variant="default" disabled={isRetrying} onClick={onRetry}>
          {words.askAgain}
        </ActButton>
      </Group>
    </Notice>
  );
}
