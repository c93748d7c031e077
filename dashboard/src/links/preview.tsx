import type { ReactNode } from 'react';
import { useMembership } from '../api/me.ts';
import { Money } from '../ui/money.tsx';
import { useWords } from '../words/use-words.ts';
import style from './links.module.css';
import { words } from './words.ts';

interface PreviewProps {
  title: string;
  description: string;
  /** Undefined: the payer chooses the amount. */
  amountCents: number | undefined;
}

/** A live preview of the page that the address leads to, on a phone. */
export function Preview({ title, description, amountCents }: PreviewProps): ReactNode {
  const say = useWords(words).preview;
  const shop = useMembership()?.accountName ?? '';
  return (
    <figure className={style['phone']}>
      <figcaption>{say.label}</figcaption>
      {/* Everything in it is also in the fields beside it, for those who cannot see it. */}
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
