import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './status-words.ts';
import { useOperatorQuery } from './use-operator.ts';

/** An operator looking at accounts should not wonder why none of them accepts orders. */
export function SafeModeNotice(): ReactNode {
  const say = useWords(words).safe;
  const { data } = useOperatorQuery('getSafeMode');
  if (data?.isOn !== true) return null;
  return (
    <Alert color="red" variant="outline" icon={<Icon name="shield" />} mb="md">
      {say.notice({ reason: data.reason ?? '' })}
    </Alert>
  );
}
