import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import { Copyable } from '../ui/copyable.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const EXPLORER = 'https://blockstream.info/liquid/tx/';

/** Can be copied, and in live looked up elsewhere; no explorer knows the test network. */
export function Transaction({ id }: { id: string }): ReactNode {
  const say = useWords(words);
  const { mode } = useTenant();
  return (
    <>
      <Copyable value={id} shown={shortened(id, 10, 8)} label={say.transaction} />
      {mode === 'live' && (
        <OutsideLink href={`${EXPLORER}${encodeURIComponent(id)}`}>{say.explorer}</OutsideLink>
      )}
    </>
  );
}
