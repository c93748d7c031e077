import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Page } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import style from './settings.module.css';
import { words } from './words.ts';

interface SettingsPageProps {
  section: 'shop' | 'team' | 'audit';
  actions?: ReactNode;
  children: ReactNode;
}

const NEEDS = { shop: undefined, team: 'see team:read', audit: 'see audit:read' } as const;
const SECTIONS = ['shop', 'team', 'audit'] as const;

/** One part of the settings, with links to the others. */
export function SettingsPage({ section, actions, children }: SettingsPageProps): ReactNode {
  const say = useWords(words);
  const may = useMay();
  const params = useTenant();
  const shown = SECTIONS.filter((name) => NEEDS[name] === undefined || may(NEEDS[name]));
  return (
    <Page title={say.nav[section]} actions={actions}>
      <nav aria-label={say.settings} className={style['nav']}>
        {shown.map((name) => (
          <Link key={name} to={`/$accountId/$mode/settings/${name}`} params={params}>
            {say.nav[name]}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
