import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface EmptyProps {
  icon: IconName;
  /** One sentence. */
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
}

export function Empty({ icon, children, action }: EmptyProps): ReactNode {
  return (
    <Stack className="ui-empty" align="center" gap="sm">
      <Icon name={icon} size={36} />
      <Text ta="center" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
