import { Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WithdrawalRequest as Request } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { useFallbackMs } from '../live/use-live.ts';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { DetailDrawer } from '../ui/detail-drawer.tsx';
import { Money } from '../ui/money.tsx';
import { words as uiWords } from '../ui/words.ts';
import { formatKey } from '../withdrawals/pix-key.ts';
import { useWords } from '../words/use-words.ts';
import { Decision } from './decision.tsx';
import { RequestState } from './request-state.tsx';
import style from './withdrawal-request.module.css';
import { words } from './words.ts';

export function WithdrawalRequest(): ReactNode {
  const say = useWords(words).detail;
  const params = useTenant();
  const { id = '' } = useParams({ strict: false });
  const query = useTenantQuery('getWithdrawalRequest', {
    path: { id },
    everyMs: useFallbackMs(),
  });
  const list = { to: '/$accountId/$mode/withdrawal-requests', params } as const;
  return (
    <DetailDrawer id={id} query={query} say={say} list={list}>
      {(request) => <Contents request={request} />}
    </DetailDrawer>
  );
}

function Contents({ request }: { request: Request }): ReactNode {
  const say = useWords(words).detail;
  const params = useTenant();
  const { amountCents, state, withdrawalId, reason } = request;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Text size="xl" fw={700}>
          <Money cents={amountCents} />
        </Text>
        <RequestState state={state} />
      </Group>
      <Facts request={request} />
      <figure className={style['says']}>
        <figcaption>
          <strong>{say.says}</strong>
          <span>{say.unchecked}</span>
        </figcaption>
        <blockquote>{reason}</blockquote>
      </figure>
      {state === 'WAITING' && <Decision request={request} />}
      {withdrawalId !== null && (
        <Link to="/$accountId/$mode/withdrawals/$id" params={{ ...params, id: withdrawalId }}>
          {say.withdrawal}
        </Link>
      )}
    </Stack>
  );
}

function Facts({ request }: { request: Request }): ReactNode {
  const say = useWords(words);
  const refusals: Record<string, string> = { ...useWords(uiWords).plain, ...say.refusals };
  const { pixKey, pixKeyType, refusal, decidedAt, state } = request;
  const facts = [
    {
      label: `${say.key} (${say.types[pixKeyType]})`,
      value: <strong>{formatKey(pixKeyType, pixKey)}</strong>,
    },
    { label: say.detail.recipient, value: request.recipient },
    { label: say.amount, value: <Money cents={request.amountCents} /> },
    { label: say.detail.fee, value: <Money cents={request.feeCents} /> },
    { label: say.agent, value: request.agent.name || say.unnamed },
    { label: say.detail.asked, value: <DateTime at={request.createdAt} /> },
    {
      label: say.detail.expires,
      value: state === 'WAITING' ? <DateTime at={request.expiresAt} /> : undefined,
    },
    { label: say.detail.decidedBy, value: request.decidedBy },
    { label: say.detail.decidedAt, value: decidedAt && <DateTime at={decidedAt} /> },
    { label: say.detail.refusal, value: refusal && (refusals[refusal] ?? refusal) },
    { label: say.detail.externalId, value: request.externalId },
    { label: say.detail.id, value: <span className="ui-mono">{request.id}</span> },
  ];
  return <DataList facts={facts} />;
}
