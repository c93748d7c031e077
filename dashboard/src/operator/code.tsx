import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** A long code, shortened for display and copied in full. */
export function Code({ text, label }: { text: string; label?: string }): ReactNode {
  const say = useWords(words);
  const short = shortened(text, 8, 6);
  return (
    <span className="ui-figures">
      <span className="ui-mono" title={text}>
        {short}
      </span>
      {/* Lists have one in each row. */}
      <CopyButton value={text} label={`${label ?? say.code} ${short}`} compact />
    </span>
  );
}

/** Either `live`, or the test environment that is a partner of the sandbox. */
export function ConnectionName({ connection }: { connection: string }): ReactNode {
  const say = useWords(words);
  if (connection === 'live') return say.live;
  return connection === 'test' ? say.test : say.testOf({ environment: shortened(connection) });
}
