import { Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Tone } from '../theme.ts';
import type { IconName } from '../ui/icons.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import style from './chain.module.css';
import { words } from './words.ts';

interface ChainSectionProps {
  readonly look: readonly [Tone, IconName];
  /** The state, in words. */
  readonly state: string;
  readonly children: ReactNode;
}

/** What the network shows of one payment, below its state. */
export function ChainSection({
  look: [tone, icon],
  state,
  children,
}: ChainSectionProps): ReactNode {
  const say = useWords(words);
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div className={style['head']}>
        <Title order={3} size="h5" id={heading}>
          {say.title}
        </Title>
        <Tag tone={tone} icon={icon}>
          {state}
        </Tag>
      </div>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}
