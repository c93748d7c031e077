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
  /** With its own name below, which a list may be asked for. */
  isCoded?: boolean;
}

/** What was done, in words; what this build does not know yet by its own name. */
export function ActName({ action, isCoded = false }: ActNameProps): ReactNode {
  const names: Record<string, string> = useWords(words).acts;
  // A command's words, `account set`, are kept under one.
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
