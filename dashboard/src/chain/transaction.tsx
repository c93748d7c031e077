import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const EXPLORER = 'https://blockstream.info/liquid/tx/';

/** To copy, and in live to look up elsewhere; no explorer knows the network of tests. */
export function Transaction({ id }: { id: string }): ReactNode {
  const say = useWords(words);
  const { mode } = useTenant();
  return (
    <>
      <span className="ui-mono">{shortened(id, 10, 8)}</span>
      <CopyButton value={id} label={say.transaction} compact />
      {mode === 'live' && (
        <OutsideLink href={`${EXPLORER}${encodeURIComponent(id)}`}>{say.explorer}</OutsideLink>
      )}
    </>
  );
}
