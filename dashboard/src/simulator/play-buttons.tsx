import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../ui/failure.tsx';
import { announce } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import styles from './simulator.module.css';
import { words } from './words.ts';

interface PlayButtonsProps<Play extends string> {
  title: string;
  plays: readonly { readonly name: Play; readonly label: string; readonly hint: string }[];
  act: {
    mutate: (play: Play, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    variables: Play | undefined;
    error: Error | null;
  };
  /** Shown once nothing can be played any more, or only what follows a payment. */
  over: string | undefined;
}

/** Each acts at once. Pressing another meanwhile does nothing. */
export function PlayButtons<Play extends string>(props: PlayButtonsProps<Play>): ReactNode {
  const { title, plays, act, over } = props;
  const say = useWords(words);
  const busy = act.isPending ? act.variables : undefined;
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {over !== undefined && <Text c="dimmed">{over}</Text>}
      <div className={styles['plays']}>
        {plays.map(({ name, label, hint }) => (
          <button
            key={name}
            type="button"
            className={styles['play']}
            // A disabled button would lose the focus.
            aria-disabled={act.isPending || undefined}
            data-busy={busy === name || undefined}
            onClick={() => act.mutate(name, { onSuccess: () => announce(say.done) })}
          >
            <strong>{label}</strong>
            <span>{busy === name ? say.playing : hint}</span>
          </button>
        ))}
      </div>
      {act.error !== null && <Failure error={act.error} />}
    </Stack>
  );
}
