import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { MaskedReversal } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Copyable } from '../ui/copyable.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Tag } from '../ui/status.tsx';
import { dateTime, money, shortened } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { ReversalActs } from './reversal-acts.tsx';
import { ReversalNotes } from './reversal-notes.tsx';
import style from './reversals.module.css';
import { Deadline } from './deadline.tsx';
import { useNow } from '../api/use-now.ts';
import { usePeople } from './people.tsx';
import { words } from './words.ts';

interface ReversalCardProps {
  reversal: MaskedReversal;
  onChanged: (reversal: MaskedReversal) => void;
  /** Called when a note is begun, and when it is finished. */
  onWriting: (isWriting: boolean) => void;
}

export function ReversalCard({ reversal, onChanged, onWriting }: ReversalCardProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const id = useId();
  const people = usePeople(reversal);
  const amount = money(reversal.amountCents, language);
  const kind = isReturned(reversal) ? 'returned' : reversal.tipo;
  return (
    <article
      className={style['card']}
      aria-labelledby={id}
      data-new={reversal.isSeen ? undefined : kind}
    >
      <header>
        <Title order={2} size="h4" id={id} mb={4}>
          {say.card({ kind: say.kind[kind], amount })}
        </Title>
        <Tag tone={reversal.isSeen ? 'neutral' : 'info'} icon={reversal.isSeen ? 'eye' : 'sparkle'}>
          {reversal.isSeen ? say.isSeen : say.isNew}
        </Tag>{' '}
        <Deadline at={reversal.deadline} isUrgent={kind === 'med'} />
      </header>
      <p className={style['what']}>
        <What reversal={reversal} />
      </p>
      <DataList facts={[...people.facts, ...useFacts(reversal)]} />
      <ReversalActs reversal={reversal} onChanged={onChanged} reveal={people.reveal} />
      <ReversalNotes reversal={reversal} onWriting={onWriting} />
    </article>
  );
}

/** Returned by the provider before it was confirmed, and not disputed. */
function isReturned({ tipo, isDisputed }: MaskedReversal): boolean {
  return tipo === 'med' && !isDisputed;
}

function What({ reversal }: { reversal: MaskedReversal }): ReactNode {
  const say = useWords(words).what;
  const language = useLanguage();
  const isOver = useNow() >= Date.parse(reversal.deadline);
  if (reversal.tipo === 'estorno') return reversal.cpfDivergente ? say.estorno : say.estornoSame;
  if (isReturned(reversal)) return say.returned;
  if (isOver) return say.medOver;
  return <RichText>{say.med({ deadline: dateTime(reversal.deadline, language) })}</RichText>;
}

/** There are as many cards as reversals. */
function named(what: string, code: string): string {
  return `${what} ${shortened(code)}`;
}

function useFacts({ depositId, providerRef, blockchainTxId, deadline, createdAt }: MaskedReversal) {
  const say = useWords(words);
  const tenant = useTenant();
  return [
    { label: say.deadline, value: <DateTime at={deadline} /> },
    { label: say.reported, value: <DateTime at={createdAt} /> },
    {
      label: say.deposit,
      value: (
        <Link to="/$accountId/$mode/deposits/$id" params={{ ...tenant, id: depositId }}>
          <span className="ui-mono">{depositId}</span>
        </Link>
      ),
    },
    {
      label: say.transaction,
      value: blockchainTxId && (
        <Copyable
          value={blockchainTxId}
          shown={shortened(blockchainTxId, 10, 8)}
          label={named(say.transaction, blockchainTxId)}
        />
      ),
    },
    {
      label: say.reference,
      value: (
        <Copyable
          value={providerRef}
          shown={shortened(providerRef, 14, 8)}
          label={named(say.reference, providerRef)}
        />
      ),
    },
  ];
}
