import type { ReactNode } from 'react';
import { Copyable } from '../ui/copyable.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** A long code, shortened for display and copied in full. */
export function Code({ text, label }: { text: string; label?: string }): ReactNode {
  const say = useWords(words);
  const short = shortened(text, 8, 6);
  // Lists have one in each row.
  return <Copyable value={text} shown={short} label={`${label ?? say.code} ${short}`} />;
}

/** Either `live`, or the test environment that is a partner of the sandbox. */
export function ConnectionName({ connection }: { connection: string }): ReactNode {
  const say = useWords(words);
  if (connection === 'live') return say.live;
  return connection === 'test' ? say.test : say.testOf({ environment: shortened(connection) });
}
