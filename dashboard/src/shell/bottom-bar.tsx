import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { Icon } from '../ui/icons.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface BottomBarProps {
  accountId: string;
  openMenu: () => void;
  menuOpened: boolean;
}

/** The shortcuts within a thumb's reach on a phone. */
export function BottomBar({ accountId, openMenu, menuOpened }: BottomBarProps): ReactNode {
  const say = useWords(words);
  const { mode = 'test' } = useParams({ strict: false });
  const mayCharge = useMay()('deposit:create');
  const params = { accountId, mode };
  return (
    <nav aria-label={say.quickMenu} className="shell-bottom">
      <Link to="/$accountId/$mode/home" params={params}>
        <Icon name="home" size={22} />
        {say.entries.home}
      </Link>
      {mayCharge && (
        <Link to="/$accountId/$mode/deposits" params={params} search={{ new: '1' }}>
          <Icon name="plus" size={22} />
          {say.charge}
        </Link>
      )}
      <Link to="/$accountId/$mode/deposits" params={params} activeOptions={{ exact: true }}>
        <Icon name="deposit" size={22} />
        {say.entries.deposits}
      </Link>
      <button type="button" aria-expanded={menuOpened} onClick={openMenu}>
        <Icon name="more" size={22} />
        {say.more}
      </button>
    </nav>
  );
}
