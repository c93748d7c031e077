import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WithdrawalDetail } from '../api/operations.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { depix, money, shortened, time } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './withdrawals.module.css';
import { words } from './words.ts';

type State = 'done' | 'now' | 'later';

/** How far it is; said aloud at each step. */
export function Progress({ withdrawal }: { withdrawal: WithdrawalDetail }): ReactNode {
  const say = useWords(words).send;
  const language = useLanguage();
  const { status, completedAt, blockchainTxId, pixEndToEndId } = withdrawal;
  if (status === 'EXPIRED' || status === 'FAILED') return null;
  const amount = depix(withdrawal.depositAmountCents, language);
  const pix = money(withdrawal.amountCents, language);
  const isSeen = status !== 'PENDING';
  const isSent = status === 'COMPLETED';
  return (
    <section aria-label={say.progress} className={style['wide']}>
      <Title order={2} size="h5" mb="xs">
        {say.progress}
      </Title>
      <ol className={style['progress']} aria-live="polite">
        {!isSeen && <Stage state="now">{say.waiting({ amount })}</Stage>}
        <Stage state={isSeen ? 'done' : 'later'}>
          {isSeen ? say.seen({ amount }) : say.toSee}
          {blockchainTxId !== null && <Proof value={blockchainTxId} label={say.transaction} />}
        </Stage>
        <Stage state={isSent ? 'done' : isSeen ? 'now' : 'later'}>
          {isSent && completedAt !== null
            ? say.sent({ time: time(completedAt) })
            : say.toSend({ amount: pix })}
          {pixEndToEndId !== null && <Proof value={pixEndToEndId} label={say.receipt} />}
        </Stage>
      </ol>
    </section>
  );
}

function Stage({ state, children }: { state: State; children: ReactNode }): ReactNode {
  return (
    <li data-state={state}>
      <Icon name={state === 'done' ? 'check' : state === 'now' ? 'refresh' : 'clock'} />
      <span>{children}</span>
    </li>
  );
}

function Proof({ value, label }: { value: string; label: string }): ReactNode {
  return (
    <>
      {' '}
      <span className="ui-mono">{shortened(value, 8, 6)}</span>
      <CopyButton value={value} label={label} compact />
    </>
  );
}
