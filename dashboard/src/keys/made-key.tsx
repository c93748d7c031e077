import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NewApiKey } from '../api/operations.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { useWords } from '../words/use-words.ts';
import { AgentSetup } from './agent-setup.tsx';
import { curlWith, envWith } from './snippets.ts';
import { words } from './words.ts';

interface MadeKeyProps {
  made: NewApiKey;
  /** Shows the address for agents instead of a first API call. */
  isAgent: boolean;
  isCopied: boolean;
  onCopied: () => void;
  onDone: () => void;
}

export function MadeKey({ made, isAgent, isCopied, onCopied, onDone }: MadeKeyProps): ReactNode {
  const say = useWords(words).made;
  const { key } = made;
  const { origin } = window.location;
  const first = useFocusOnMount<HTMLParagraphElement>();
  return (
    <Stack>
      <Text ref={first} tabIndex={-1} className="ui-heading">
        <RichText>{say.copyNow}</RichText>
      </Text>
      <CodeBlock code={key} label={say.key} onCopied={onCopied} />
      <Group>
        <CopyButton value={key} label={say.copyKey} variant="filled" onCopied={onCopied} />
        {!isAgent && (
          <CopyButton value={envWith(origin, key)} label={say.copyEnv} onCopied={onCopied} />
        )}
      </Group>
      {isAgent ? (
        <AgentSetup apiKey={key} onCopied={onCopied} />
      ) : (
        <CodeBlock code={curlWith(origin, made)} label={say.try} onCopied={onCopied} />
      )}
      <Group justify="flex-end">
        <Button disabled={!isCopied} onClick={onDone}>
          {say.done}
        </Button>
      </Group>
    </Stack>
  );
}
