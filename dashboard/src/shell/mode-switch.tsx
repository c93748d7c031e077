import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';
import { useTenant } from '../api/use-tenant.ts';
import { useWords } from '../words/use-words.ts';
import { SECTIONS } from './menu.ts';
import { words } from './words.ts';

/** Leads to the same section in the other mode; what a section shows belongs to one mode alone. */
export function ModeSwitch(): ReactNode {
  const say = useWords(words);
  const { accountId, mode } = useTenant();
  const { installation } = useMe();
  const { pathname } = useLocation();
  const section = SECTIONS.find((name) => name === pathname.split('/')[3]) ?? 'home';
  const linkTo = (to: 'test' | 'live', label: string) => (
    <Link
      to={`/$accountId/$mode/${to === 'live' && section === 'simulator' ? 'home' : section}`}
      params={{ accountId, mode: to }}
      aria-current={mode === to ? 'true' : undefined}
    >
      {label}
    </Link>
  );
  return (
    <nav aria-label={say.environment} className="shell-mode">
      {linkTo('test', say.test)}
      {installation.isLive ? (
        linkTo('live', say.live)
      ) : (
        <span
          title={say.noLive}
          aria-disabled="true"
          aria-current={mode === 'live' ? 'true' : undefined}
        >
          {say.live}
          <span className="ui-unseen">: {say.noLive}</span>
        </span>
      )}
    </nav>
  );
}
