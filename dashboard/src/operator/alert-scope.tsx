import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './book-words.ts';

interface AlertScopeProps {
  isAll: boolean;
  onChange: (isAll: boolean) => void;
}

/** Closed alerts are left out unless asked for. */
export function AlertScope({ isAll, onChange }: AlertScopeProps): ReactNode {
  const say = useWords(words).alerts;
  return (
    <NativeSelect
      size="sm"
      label={say.filter}
      value={isAll ? 'all' : 'open'}
      data={[
        { value: 'open', label: say.open },
        { value: 'all', label: say.all },
      ]}
      onChange={(event) => onChange(event.currentTarget.value === 'all')}
    />
  );
}
