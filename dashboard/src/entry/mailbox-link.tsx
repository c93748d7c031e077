import type { ReactNode } from 'react';
import { OutsideLink } from '../ui/outside-link.tsx';
import { useWords } from '../words/use-words.ts';
import style from './entry.module.css';
import { useEntry } from './use-entry.ts';
import { words } from './words.ts';

/** Where to read mails on an installation that sends none. */
export function MailboxLink(): ReactNode {
  const say = useWords(words);
  const { mailbox } = useEntry();
  if (!mailbox) return null;
  return (
    <p className={style['mailbox']}>
      {say.mailboxWhy} <OutsideLink href="/dev/mailbox">{say.mailbox}</OutsideLink>
    </p>
  );
}
