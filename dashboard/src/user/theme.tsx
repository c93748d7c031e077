import { Group, type MantineColorScheme, Radio, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../ui/section.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

export function Theme(): ReactNode {
  const say = useWords(words).theme;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (value: string) => {
    const chosen = SCHEMES.find((scheme) => scheme === value);
    if (chosen !== undefined) setColorScheme(chosen);
  };
  return (
    <Section title={say.title} about={say.about}>
      <Radio.Group
        label={say.title}
        labelProps={{ className: 'ui-unseen' }}
        value={colorScheme}
        onChange={choose}
      >
        <Group>
          {SCHEMES.map((scheme) => (
            <Radio key={scheme} value={scheme} label={say[scheme]} size="md" />
          ))}
        </Group>
      </Radio.Group>
    </Section>
  );
}
