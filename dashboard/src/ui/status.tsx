import type { ReactNode } from 'react';
import type { Tone } from '../theme.ts';
import { useWords } from '../words/use-words.ts';
import { Icon, type IconName } from './icons.tsx';
import { words } from './words.ts';

/** Icon, word and colour; nothing depends on colour alone. */
export function Tag({ tone, icon, children }: { tone: Tone; icon: IconName; children: ReactNode }) {
  return (
    <span className="ui-tag" data-tone={tone}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}

const LOOKS = {
  deposit: {
    PENDING: ['info', 'clock'],
    CONFIRMED: ['ok', 'check'],
    FAILED: ['neutral', 'close'],
    REFUNDED: ['warn', 'returned'],
  },
  withdrawal: {
    PENDING: ['warn', 'clock'],
    PROCESSING: ['info', 'refresh'],
    COMPLETED: ['ok', 'check'],
    FAILED: ['danger', 'close'],
    EXPIRED: ['neutral', 'clock'],
  },
  delivery: {
    succeeded: ['ok', 'check'],
    pending: ['info', 'clock'],
    failed: ['danger', 'close'],
  },
} as const satisfies Record<string, Record<string, readonly [Tone, IconName]>>;

type Looks = Record<string, readonly [Tone, IconName]>;

/** A state unknown to this build is shown by its raw name. */
export function Status({ of, status }: { of: keyof typeof LOOKS; status: string }): ReactNode {
  const names: Record<string, string> = useWords(words).status[of];
  const looks: Looks = LOOKS[of];
  const [tone, icon] = looks[status] ?? ['neutral', 'help'];
  return (
    <Tag tone={tone} icon={icon}>
      {names[status] ?? status}
    </Tag>
  );
}
