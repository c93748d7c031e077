import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DepositDetail } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Copyable } from '../ui/copyable.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Money } from '../ui/money.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import style from './deposits.module.css';
import { words } from './words.ts';

export function DepositFacts({ deposit }: { deposit: DepositDetail }): ReactNode {
  const say = useWords(words);
  const { detail } = say;
  const params = useTenant();
  const { liquidAddress: address } = deposit;
  const { amountCents, totalCents, netCents, settledCents, paidCents, documentMatch } = deposit;
  const isOver = isNotReceived(deposit);
  const isSent = deposit.status === 'CONFIRMED' && settledCents !== netCents;
  const isPaidOtherwise = paidCents !== null && paidCents !== totalCents;
  const canBePaid = deposit.status === 'PENDING' && paidCents === null;
  const facts = [
    { label: detail.asked, value: <Money cents={amountCents} /> },
    { label: detail.total, value: <Money cents={totalCents} /> },
    { label: detail.fee, value: <Money cents={deposit.feeCents} /> },
    { label: isOver ? detail.wouldBeNet : detail.net, value: <Money cents={netCents} /> },
    {
      label: detail.settled,
      value: isSent ? <Settled cents={settledCents} /> : undefined,
    },
    { label: detail.paid, value: isPaidOtherwise ? <Money cents={paidCents} /> : undefined },
    { label: detail.payer, value: deposit.payer },
    {
      label: detail.match,
      value: documentMatch === null ? undefined : detail.matches[documentMatch],
    },
    {
      label: detail.wallet,
      value: (
        <>
          {deposit.walletLabel || say.unlabelled}{' '}
          <Copyable value={address} shown={shortened(address)} label={detail.address} />
        </>
      ),
    },
    { label: detail.origin, value: say.origins[deposit.origin] },
    {
      label: detail.link,
      value: deposit.linkTitle && (
        <Link to="/$accountId/$mode/links" params={params}>
          {deposit.linkTitle}
        </Link>
      ),
    },
    { label: detail.externalId, value: deposit.externalId },
    {
      label: detail.expires,
      value: canBePaid ? <DateTime at={deposit.expiresAt} /> : undefined,
    },
    { label: detail.id, value: <span className="ui-mono">{deposit.id}</span> },
  ];
  return (
    <>
      <DataList facts={facts} />
      <Text size="sm" c="dimmed">
        {detail.depixNote}
      </Text>
    </>
  );
}

/** What was not sent as promised, or was sent back, does not count as received. */
function isNotReceived({ status, reason }: DepositDetail): boolean {
  return status === 'FAILED' || status === 'REFUNDED' || reason === 'paid_short';
}

function Settled({ cents }: { cents: number }): ReactNode {
  const say = useWords(words).detail;
  return (
    <>
      <Money cents={cents} />
      <span className={style['reason']}>{say.settledWhy}</span>
    </>
  );
}
