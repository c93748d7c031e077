import type { ReactNode } from 'react';
import { useMembership } from '../api/me.ts';
import { Money } from '../ui/money.tsx';
import { useWords } from '../words/use-words.ts';
import style from './links.module.css';
import { words } from './words.ts';

interface PreviewProps {
  title: string;
  description: string;
  /** Undefined: the payer says how much. */
  amountCents: number | undefined;
}

/** The page that the address leads to, on a phone, while it is written. */
export function Preview({ title, description, amountCents }: PreviewProps): ReactNode {
  const say = useWords(words).preview;
  const shop = useMembership()?.accountName ?? '';
  return (
    <figure className={style['phone']}>
      <figcaption>{say.label}</figcaption>
      {/* All of it stands in the fields beside it, for those who do not see it. */}
      <div className={style['screen']} aria-hidden="true">
        <p className={style['heading']}>{say.pay({ shop })}</p>
        <p className={style['product']}>{title.trim() || say.untitled}</p>
        {description.trim() !== '' && <p className={style['description']}>{description.trim()}</p>}
        {amountCents === undefined ? (
          <p className={style['field']}>
            <span>{say.amount}</span>
            <span>{say.range}</span>
          </p>
        ) : (
          <p className={style['amount']}>
            <Money cents={amountCents} />
          </p>
        )}
        <p className={style['field']}>
          <span>{say.taxId}</span>
        </p>
        <p className={style['button']}>{say.button}</p>
      </div>
    </figure>
  );
}
