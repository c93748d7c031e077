import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import type { DepositDetail as Detail } from '../api/operations.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { useHasPassed } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { DepositChain, DepositMismatch } from '../chain/deposit-chain.tsx';
import { useFallbackMs } from '../live/use-live.ts';
import { Timeline } from '../timelines/timeline.tsx';
import { ActButton } from '../ui/act-button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DetailDrawer } from '../ui/detail-drawer.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import { money } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { DepositDeliveries } from './deposit-deliveries.tsx';
import { DepositFacts } from './deposit-facts.tsx';
import style from './deposits.module.css';
import { PixCode } from './pix-code.tsx';
import { Simulate } from './simulate.tsx';
import { words } from './words.ts';

export function DepositDetail(): ReactNode {
  const say = useWords(words).detail;
  const tenant = useTenant();
  const { id = '' } = useParams({ strict: false });
  const everyMs = useFallbackMs();
  const query = useTenantQuery('getDepositDetail', { path: { id }, everyMs });
  const list = { to: '/$accountId/$mode/deposits', params: tenant } as const;
  return (
    <DetailDrawer id={id} query={query} say={say} list={list}>
      {(deposit) => <Contents deposit={deposit} />}
    </DetailDrawer>
  );
}

function Contents({ deposit }: { deposit: Detail }): ReactNode {
  const say = useWords(words);
  const { mode } = useTenant();
  const { id, status, reason, totalCents, pixQrCode, pixQrImage, blockchainTxId } = deposit;
  const isLate = useHasPassed(deposit.expiresAt);
  const maySeeDeliveries = useMay()('see webhook:manage');
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Text size="xl" fw={700}>
          <Money cents={deposit.amountCents} />
        </Text>
        <div>
          <Status of="deposit" status={status} />
          {reason !== null && <span className={style['reason']}>{say.reasons[reason]}</span>}
        </div>
      </Group>
      <PaidShort deposit={deposit} />
      <DepositMismatch deposit={deposit} />
      {status === 'PENDING' && reason === 'awaiting' && (
        <PixCode code={pixQrCode} image={pixQrImage} totalCents={totalCents} isLate={isLate} />
      )}
      <Group gap="sm">
        <CopyButton value={id} label={say.detail.copyId} />
        <LookNow deposit={deposit} />
        <AlertLink deposit={deposit} />
      </Group>
      {mode === 'test' && <Simulate deposit={deposit} />}
      <DepositFacts deposit={deposit} />
      <DepositChain deposit={deposit} />
      <Timeline moments={deposit.timeline} transactionId={blockchainTxId} direction="sent" />
      {maySeeDeliveries && <DepositDeliveries id={id} />}
      <details className={style['raw']}>
        <summary>{say.detail.raw}</summary>
        <CodeBlock label={say.detail.raw} code={JSON.stringify(deposit.raw, null, 2)} />
      </details>
    </Stack>
  );
}

function PaidShort({ deposit }: { deposit: Detail }): ReactNode {
  const say = useWords(words).paidShort;
  const { status, reason, paidCents, totalCents } = deposit;
  if (status !== 'PENDING' || reason !== 'paid_short' || paidCents === null) return null;
  return (
    <Notice role="status" title={say.title}>
      {say.text({ paid: money(paidCents), total: money(totalCents) })}
    </Notice>
  );
}

function LookNow({ deposit: { id, status } }: { deposit: Detail }): ReactNode {
  const say = useWords(words).detail;
  const call = useTenantCall();
  const may = useMay();
  const look = useAct(() => call('lookAtDeposit', { path: { id } }), ['getDepositDetail']);
  if (status === 'REFUNDED' || !may('deposit:create')) return null;
  return (
    <>
      <ActButton
        variant="default"
        leftSection={<Icon name="refresh" />}
        busy={look.isPending}
        onClick={() => look.mutate(undefined, { onSuccess: () => toast.success(say.looked) })}
      >
        {say.look}
      </ActButton>
      {look.error !== null && <Failure error={look.error} />}
    </>
  );
}

function AlertLink({ deposit: { alertId, reason } }: { deposit: Detail }): ReactNode {
  const say = useWords(words).detail;
  const params = useTenant();
  if (alertId === null) return null;
  return (
    <Button
      variant="default"
      leftSection={<Icon name="alert" />}
      renderRoot={(props) => (
        <Link
          to="/$accountId/$mode/alerts"
          params={params}
          search={reason === 'estorno' ? {} : { tipo: 'med' }}
          {...props}
        />
      )}
    >
      {say.alert}
    </Button>
  );
}
