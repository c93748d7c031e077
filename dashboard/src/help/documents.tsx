import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useTenant } from '../api/use-tenant.ts';
import { FOR_DEVELOPERS, isShown } from '../shell/menu.ts';
import { Icon } from '../ui/icons.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { Section } from '../ui/section.tsx';
import { useWords } from '../words/use-words.ts';
import style from './help.module.css';
import { words } from './words.ts';

/** What somebody who programs against the API looks for. */
export function Documents(): ReactNode {
  const say = useWords(words).docs;
  const may = useMay();
  const { accountId, mode } = useTenant();
  const pages = FOR_DEVELOPERS.filter((entry) => isShown(entry, mode, may));
  return (
    <Section title={say.title} about={say.about}>
      <ul className={style['links']}>
        <li>
          <OutsideLink href="/docs" iconSize={18}>
            {say.guides}
          </OutsideLink>
        </li>
        <li>
          <OutsideLink href="/openapi.json" iconSize={18}>
            {say.reference}
          </OutsideLink>
        </li>
        {pages.map(({ name, icon }) => (
          <li key={name}>
            <Link to={`/$accountId/$mode/${name}`} params={{ accountId, mode }}>
              <Icon name={icon} />
              {say[name]}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
