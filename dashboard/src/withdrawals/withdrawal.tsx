import { Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WithdrawalDetail as Detail } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { arrivalOf } from '../chain/arrival.ts';
import { WithdrawalChain } from '../chain/withdrawal-chain.tsx';
import { useFallbackMs } from '../live/use-live.ts';
import { Timeline } from '../timelines/timeline.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DetailDrawer } from '../ui/detail-drawer.tsx';
import { Depix, Money } from '../ui/money.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { Status } from '../ui/status.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { SendStep } from './send-step.tsx';
import style from './withdrawals.module.css';
import { words } from './words.ts';

export function WithdrawalDetail(): ReactNode {
  const say = useWords(words).detail;
  const params = useTenant();
  const { id = '' } = useParams({ strict: false });
  const everyMs = useFallbackMs();
  const query = useTenantQuery('getWithdrawalDetail', { path: { id }, everyMs });
  const list = { to: '/$accountId/$mode/withdrawals', params } as const;
  return (
    <DetailDrawer id={id} query={query} say={say} list={list}>
      {(withdrawal) => <Contents withdrawal={withdrawal} />}
    </DetailDrawer>
  );
}

function Contents({ withdrawal }: { withdrawal: Detail }): ReactNode {
  const say = useWords(words);
  const { id, status, reason, timeline, blockchainTxId, raw } = withdrawal;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Text size="xl" fw={700}>
          <Money cents={withdrawal.amountCents} />
        </Text>
        <div>
          <Status of="withdrawal" status={status} />
          {reason !== null && <span className={style['aside']}>{say.reasons[reason]}</span>}
          {arrivalOf(withdrawal) === 'wrong' && (
            <span className={style['aside']}>{say.detail.wrong}</span>
          )}
        </div>
      </Group>
      <SendStep withdrawal={withdrawal} />
      <Facts withdrawal={withdrawal} />
      <WithdrawalChain withdrawal={withdrawal} />
      <Timeline moments={timeline} transactionId={blockchainTxId} direction="seen" />
      <Group>
        <CopyButton value={id} label={say.detail.copyId} />
      </Group>
      <details className={style['raw']}>
        <summary>{say.detail.raw}</summary>
        <CodeBlock label={say.detail.raw} code={JSON.stringify(raw, null, 2)} />
      </details>
    </Stack>
  );
}

function Facts({ withdrawal }: { withdrawal: Detail }): ReactNode {
  const say = useWords(words);
  const { pixKey, pixKeyType, recipient, externalId, status, depositAddress } = withdrawal;
  const isOver = status === 'PROCESSING' || status === 'COMPLETED';
  const { pixEndToEndId, receiptUrl } = withdrawal;
  const facts = [
    {
      label: `${say.key} (${say.types[pixKeyType]})`,
      value: pixKey,
    },
    { label: say.detail.recipient, value: recipient },
    { label: say.amount, value: <Money cents={withdrawal.amountCents} /> },
    { label: say.inDepix, value: <Depix cents={withdrawal.depositAmountCents} /> },
    { label: say.detail.fee, value: <Money cents={withdrawal.feeCents} /> },
    {
      label: say.detail.endToEnd,
      value: pixEndToEndId && <Copyable value={pixEndToEndId} label={say.detail.endToEnd} />,
    },
    {
      label: say.detail.receipt,
      value: receiptUrl !== null && (
        <OutsideLink href={receiptUrl}>{say.detail.openReceipt}</OutsideLink>
      ),
    },
    {
      label: say.detail.address,
      value: isOver ? <span className="ui-mono">{shortened(depositAddress)}</span> : undefined,
    },
    { label: say.externalId, value: externalId },
    { label: say.detail.id, value: <span className="ui-mono">{withdrawal.id}</span> },
  ];
  return <DataList facts={facts} />;
}
