import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { Alert } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Tag } from '../ui/status.tsx';
import { dateTime, money, shortened } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { AlertActs } from './alert-acts.tsx';
import { AlertNotes } from './alert-notes.tsx';
import style from './alerts.module.css';
import { Deadline } from './deadline.tsx';
import { useNow } from '../api/use-now.ts';
import { usePeople } from './people.tsx';
import { words } from './words.ts';

interface AlertCardProps {
  alert: Alert;
  onChanged: (alert: Alert) => void;
  /** Called when a note is begun, and when it is finished. */
  onWriting: (isWriting: boolean) => void;
}

export function AlertCard({ alert, onChanged, onWriting }: AlertCardProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const id = useId();
  const people = usePeople(alert);
  const amount = money(alert.amountCents, language);
  const kind = isReturned(alert) ? 'returned' : alert.tipo;
  return (
    <article
      className={style['card']}
      aria-labelledby={id}
      data-new={alert.isSeen ? undefined : kind}
    >
      <header>
        <Title order={2} size="h4" id={id} mb={4}>
          {say.card({ kind: say.kind[kind], amount })}
        </Title>
        <Tag tone={alert.isSeen ? 'neutral' : 'info'} icon={alert.isSeen ? 'eye' : 'sparkle'}>
          {alert.isSeen ? say.isSeen : say.isNew}
        </Tag>{' '}
        <Deadline at={alert.deadline} isUrgent={kind === 'med'} />
      </header>
      <p className={style['what']}>
        <What alert={alert} />
      </p>
      <DataList facts={[...people.facts, ...useFacts(alert)]} />
      <AlertActs alert={alert} onChanged={onChanged} reveal={people.reveal} />
      <AlertNotes alert={alert} onWriting={onWriting} />
    </article>
  );
}

/** Returned by the provider before it was confirmed, and not disputed. */
function isReturned({ tipo, isDisputed }: Alert): boolean {
  return tipo === 'med' && !isDisputed;
}

function What({ alert }: { alert: Alert }): ReactNode {
  const say = useWords(words).what;
  const language = useLanguage();
  const isOver = useNow() >= Date.parse(alert.deadline);
  if (alert.tipo === 'estorno') return alert.cpfDivergente ? say.estorno : say.estornoSame;
  if (isReturned(alert)) return say.returned;
  if (isOver) return say.medOver;
  return <RichText>{say.med({ deadline: dateTime(alert.deadline, language) })}</RichText>;
}

/** There are as many cards as alerts. */
function named(what: string, code: string): string {
  return `${what} ${shortened(code)}`;
}

function useFacts({ depositId, providerRef, blockchainTxId, deadline, createdAt }: Alert) {
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
        <>
          <span className="ui-mono">{shortened(blockchainTxId, 10, 8)}</span>
          <CopyButton
            value={blockchainTxId}
            label={named(say.transaction, blockchainTxId)}
            compact
          />
        </>
      ),
    },
    {
      label: say.reference,
      value: (
        <>
          <span className="ui-mono">{shortened(providerRef, 14, 8)}</span>
          <CopyButton value={providerRef} label={named(say.reference, providerRef)} compact />
        </>
      ),
    },
  ];
}
