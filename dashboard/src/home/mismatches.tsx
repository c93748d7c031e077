import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Notice } from '../ui/notice.tsx';
import { date, money } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './home.module.css';
import { words } from './words.ts';

/** The server lists no more than these. */
const MAX_SHOWN = 10;

/** Deposits for which the network shows something else than the provider said. */
export function Mismatches({ found }: { found: Overview['mismatches'] | undefined }): ReactNode {
  const say = useWords(words).mismatches;
  const language = useLanguage();
  const tenant = useTenant();
  if (found === undefined || found.length === 0) return null;
  return (
    <Notice role="alert" title={found.length < MAX_SHOWN ? say.title : say.many}>
      {say.about}
      <ul className={style['mismatches']}>
        {found.map(({ depositId, amountCents, createdAt }) => (
          <li key={depositId}>
            <Link to="/$accountId/$mode/deposits/$id" params={{ ...tenant, id: depositId }}>
              {say.deposit({
                amount: money(amountCents, language),
                date: date(createdAt, language),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
