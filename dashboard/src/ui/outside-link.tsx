import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { Icon } from './icons.tsx';
import { words } from './words.ts';

/** A link to another site: it opens in a new tab and sends no referrer. */
export function OutsideLink({ href, children }: { href: string; children: string }): ReactNode {
  const { opensElsewhere } = useWords(words);
  return (
    <a href={href} target="_blank" rel="noreferrer" className="ui-outside">
      <Icon name="external" size={14} />
      {children}
      <span className="ui-unseen"> {opensElsewhere}</span>
    </a>
  );
}
