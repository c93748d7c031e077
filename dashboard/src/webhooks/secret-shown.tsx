import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookAttempt } from '../api/operations.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { useWords } from '../words/use-words.ts';
import { succeeded } from './cause.ts';
import { words } from './form-words.ts';
import { verifyIn } from './snippets.ts';

interface SecretShownProps {
  secret: string;
  /** The result of the preceding test event. */
  tested?: WebhookAttempt | undefined;
  children?: ReactNode;
  isCopied: boolean;
  onCopied: () => void;
  onDone: () => void;
}

/** The secret is shown once, and is in no cache and no address. */
export function SecretShown(props: SecretShownProps): ReactNode {
  const { secret, tested, children, isCopied, onCopied, onDone } = props;
  const say = useWords(words);
  const first = useFocusOnMount<HTMLParagraphElement>();
  return (
    <Stack>
      {tested !== undefined && succeeded(tested) && (
        <Alert color="ponte" variant="outline" role="status" icon={<Icon name="check" />}>
          {say.passed({ status: tested.responseStatus ?? 200, ms: tested.durationMs })}
        </Alert>
      )}
      {children}
      <Text ref={first} tabIndex={-1} className="ui-heading">
        <RichText>{say.copyNow}</RichText> {say.secretWhy}
      </Text>
      <CodeBlock code={secret} label={say.secret} onCopied={onCopied} />
      <Group>
        <CopyButton value={secret} label={say.copySecret} variant="filled" onCopied={onCopied} />
        <CopyButton
          value={`PONTE_WEBHOOK_SECRET=${secret}`}
          label={say.copyEnv}
          onCopied={onCopied}
        />
      </Group>
      <CodeBlock code={verifyIn(say)} label={say.snippet} />
      <Group justify="flex-end">
        <Button disabled={!isCopied} onClick={onDone}>
          {say.done}
        </Button>
      </Group>
    </Stack>
  );
}
