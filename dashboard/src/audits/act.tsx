import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Actor } from '../api/operations.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** Who did it; people by their e-mail address. */
export function ActorName({ actor: { kind, label } }: { actor: Actor }): ReactNode {
  const say = useWords(words).actors;
  if (kind === 'person') return label;
  if (kind === 'key') return say.key({ name: label });
  return label === '' ? say[kind] : label;
}

interface ActNameProps {
  action: string;
  /** Also shows its code below, which lists can be filtered by. */
  isCoded?: boolean;
}

/** What was done, in words; an action unknown to this build by its code. */
export function ActName({ action, isCoded = false }: ActNameProps): ReactNode {
  const names: Record<string, string> = useWords(words).acts;
  // The words for a command such as `account set` have one camel-case name.
  const name = action.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const code = <span className="ui-mono">{action}</span>;
  const named = names[name];
  if (named === undefined) return code;
  if (!isCoded) return named;
  return (
    <>
      {named}
      <Text span display="block" size="sm" c="dimmed">
        {code}
      </Text>
    </>
  );
}
