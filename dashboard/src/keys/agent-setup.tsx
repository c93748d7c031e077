import { NativeSelect, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';
import { useWords } from '../words/use-words.ts';
import { type Client, CLIENTS, clientWith, mcpAddress } from './snippets.ts';
import { words } from './words.ts';

interface AgentSetupProps {
  apiKey: string;
  onCopied: () => void;
}

/** The address for agents, and what to paste into the program that runs one. */
export function AgentSetup({ apiKey, onCopied }: AgentSetupProps): ReactNode {
  const say = useWords(words).agent;
  const [client, setClient] = useState<Client>('claudeCode');
  const { origin } = window.location;
  return (
    <Stack>
      <CodeBlock code={mcpAddress(origin)} label={say.address} />
      <NativeSelect
        label={say.client}
        data={CLIENTS.map((value) => ({ value, label: say.clients[value] }))}
        value={client}
        onChange={(event) => {
          const chosen = CLIENTS.find((known) => known === event.currentTarget.value);
          if (chosen !== undefined) setClient(chosen);
        }}
      />
      <CodeBlock
        code={clientWith(client, origin, apiKey)}
        label={say.clients[client]}
        onCopied={onCopied}
      />
      <Text size="sm" c="dimmed">
        {say.where[client]}
      </Text>
    </Stack>
  );
}
