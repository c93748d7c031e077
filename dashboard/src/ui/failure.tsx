import { Alert, Button, Group, Text } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure, hasCode } from '../api/api-failure.ts';
import { waitOf } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icons.tsx';
import { Notice } from './notice.tsx';
import { refusalText } from './refusal-text.ts';
import { words } from './words.ts';

/** What the server says went wrong, or our own words if it said nothing. */
export function useFailureText(): (error: unknown) => string {
  const say = useWords(words);
  return (error) => {
    // Without a network a part of the page may be missing, too.
    const isOffline =
      error instanceof ApiFailure ? error.code === 'offline' : !onlineManager.isOnline();
    if (isOffline) return say.offline;
    if (!(error instanceof ApiFailure)) return say.failed;
    if (error.code === 'rate_limited') {
      return say.tooMany({ wait: waitOf(error.retryAfterSeconds ?? 60) });
    }
    const text = refusalText(error, say.plain);
    return text === '' ? say.failed : text;
  };
}

interface FailureProps {
  error: unknown;
  /** What failed, in the screen's own words: "Não deu para somar agora." */
  what?: string;
  retry?: () => void;
}

/** Takes the place of the thing that failed. */
export function Failure({ error, what, retry }: FailureProps): ReactNode {
  const say = useWords(words);
  const text = useFailureText()(error);
  // Nothing failed: retrying in the same role is refused again, or the person did not confirm.
  if (hasCode(error, 'not_permitted') || hasCode(error, 'step_up_required')) {
    return <Notice role="alert" icon="shield" title={text} />;
  }
  const requestId = error instanceof ApiFailure ? error.requestId : undefined;
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<Icon name="alert" />}
      title={what ?? text}
    >
      {what !== undefined && <Text size="sm">{text}</Text>}
      <Group mt="xs" gap="sm">
        {retry !== undefined && (
          <Button size="sm" variant="default" onClick={retry}>
            {say.tryAgain}
          </Button>
        )}
        {requestId !== undefined && (
          <Group gap={4}>
            <Text size="xs" c="dimmed">
              {say.requestId}: <span className="ui-mono">{requestId}</span>
            </Text>
            <CopyButton value={requestId} label={say.requestId} compact />
          </Group>
        )}
      </Group>
    </Alert>
  );
}
