import type { ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import style from './entry.module.css';
import { useEntry } from './use-entry.ts';
import { words } from './words.ts';

/** Where to read mails on an installation that sends none. */
export function MailboxLink(): ReactNode {
  const say = useWords(words);
  const { opensElsewhere } = useWords(uiWords);
  const { mailbox } = useEntry();
  if (!mailbox) return null;
  return (
    <p className={style['mailbox']}>
      {say.mailboxWhy}{' '}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer">
        {say.mailbox} <Icon name="external" size={14} />
        <span className="ui-unseen"> {opensElsewhere}</span>
      </a>
    </p>
  );
}
