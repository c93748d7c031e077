import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { Icon, type IconName } from './icons.tsx';
import { words } from './words.ts';

interface EmptyProps {
  icon: IconName;
  /** One sentence. */
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** Where the documentation says more. */
  docs?: string;
}

export function Empty({ icon, children, action, docs }: EmptyProps): ReactNode {
  const say = useWords(words);
  return (
    <Stack className="ui-empty" align="center" gap="sm">
      <Icon name={icon} size={36} />
      <Text ta="center" maw="32rem">
        {children}
      </Text>
      {action}
      {docs !== undefined && <a href={docs}>{say.learnMore}</a>}
    </Stack>
  );
}
