import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { words as uiWords } from '../ui/words.ts';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import style from './chain.module.css';
import { words } from './words.ts';

const EXPLORER = 'https://blockstream.info/liquid/tx/';

/** To copy, and in live to look up elsewhere; no explorer knows the network of tests. */
export function Transaction({ id }: { id: string }): ReactNode {
  const say = useWords(words);
  const { opensElsewhere } = useWords(uiWords);
  const { mode } = useTenant();
  return (
    <>
      <span className="ui-mono">{shortened(id, 10, 8)}</span>
      <CopyButton value={id} label={say.transaction} compact />
      {mode === 'live' && (
        <a
          href={`${EXPLORER}${encodeURIComponent(id)}`}
          target="_blank"
          rel="noreferrer"
          className={style['explorer']}
        >
          <Icon name="external" size={14} />
          {say.explorer}
          <span className="ui-unseen"> {opensElsewhere}</span>
        </a>
      )}
    </>
  );
}
