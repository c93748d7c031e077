import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasCode } from '../api/api-failure.ts';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** Also says what to do if somebody is the only owner. */
export function TeamFailure({ error }: { error: Error }): ReactNode {
  const say = useWords(words).team;
  if (!hasCode(error, 'last_owner')) return <Failure error={error} />;
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<Icon name="alert" />}
      title={error.message}
    >
      {say.lastOwner}
    </Alert>
  );
}
