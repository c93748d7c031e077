import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

export function WalletGuide(): ReactNode {
  const say = useWords(words).guide;
  return (
    <details>
      <summary>{say.title}</summary>
      <Text size="sm" mt="xs">
        {say.intro}
      </Text>
      <ol>
        {Object.values(say.steps).map((step) => (
          <li key={step}>
            <Text size="sm">{step}</Text>
          </li>
        ))}
      </ol>
      <Text size="sm">{say.warning}</Text>
    </details>
  );
}
