import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WithdrawalDetail } from '../api/operations.ts';
import { useNow } from '../api/use-now.ts';
import { arrivalOf, wrongOf } from '../chain/arrival.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Icon } from '../ui/icons.tsx';
import { dateTime, depix, isToday, money, shortened, time } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './withdrawals.module.css';
import { words } from './words.ts';

type State = 'done' | 'now' | 'later' | 'wrong';

const ICONS = { done: 'check', now: 'refresh', later: 'clock', wrong: 'alert' } as const;

const ARRIVAL_STATES = {
  awaited: 'later',
  seen: 'done',
  wrong: 'wrong',
  taken: 'done',
} as const satisfies Record<ReturnType<typeof arrivalOf>, State>;

interface ProgressProps {
  withdrawal: WithdrawalDetail;
  /** Of its heading. */
  order: 2 | 3;
}

/** How far it has come; each step is announced. */
export function Progress({ withdrawal, order }: ProgressProps): ReactNode {
  const say = useWords(words).send;
  const language = useLanguage();
  const now = useNow();
  const { status, completedAt, blockchainTxId, pixEndToEndId, chain } = withdrawal;
  if (status === 'EXPIRED' || status === 'FAILED') return null;
  const amount = depix(withdrawal.depositAmountCents, language);
  const pix = money(withdrawal.amountCents, language);
  const arrival = arrivalOf(withdrawal);
  const isTaken = arrival === 'taken';
  const transactionId = blockchainTxId ?? chain.txId;
  const isSent = status === 'COMPLETED';
  const sentAt = (at: string) =>
    isToday(at, now) ? say.sent({ time: time(at) }) : say.sentOn({ at: dateTime(at, language) });
  return (
    <section aria-label={say.progress} className={style['wide']}>
      <Title order={order} size="h5" mb="xs">
        {say.progress}
      </Title>
      <ol className={style['progress']} aria-live="polite">
        {arrival === 'awaited' && <Stage state="now">{say.waiting({ amount })}</Stage>}
        <Stage state={ARRIVAL_STATES[arrival]}>
          <Arrival withdrawal={withdrawal} />
          {transactionId !== null && <Proof value={transactionId} label={say.transaction} />}
        </Stage>
        <Stage state={isSent ? 'done' : isTaken ? 'now' : 'later'}>
          {isSent && completedAt !== null ? sentAt(completedAt) : say.toSend({ amount: pix })}
          {pixEndToEndId !== null && <Proof value={pixEndToEndId} label={say.pixCode} />}
        </Stage>
      </ol>
    </section>
  );
}

function Arrival({ withdrawal }: { withdrawal: WithdrawalDetail }): ReactNode {
  const say = useWords(words).send;
  const language = useLanguage();
  const arrival = arrivalOf(withdrawal);
  const amount = depix(withdrawal.depositAmountCents, language);
  if (arrival === 'awaited') return say.toSee;
  if (arrival === 'taken') return say.seen({ amount });
  const wrong = wrongOf(withdrawal);
  if (wrong === 'other_asset') return say.otherAsset;
  const { arrivedCents } = withdrawal.chain;
  if (arrivedCents === null) return wrong === 'late' ? say.seenLate : say.seenSome;
  const arrived = depix(arrivedCents, language);
  if (wrong === 'late') return say.arrivedLate({ arrived });
  return wrong === undefined ? say.seen({ amount: arrived }) : say.otherAmount({ arrived, amount });
}

function Stage({ state, children }: { state: State; children: ReactNode }): ReactNode {
  return (
    <li data-state={state}>
      <Icon name={ICONS[state]} />
      <span>{children}</span>
    </li>
  );
}

function Proof({ value, label }: { value: string; label: string }): ReactNode {
  return (
    <>
      {' '}
      <Copyable value={value} shown={shortened(value, 8, 6)} label={label} />
    </>
  );
}
