import { Group, Skeleton, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import { words as depositWords } from '../deposits/words.ts';
import { Failure } from '../ui/failure.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import styles from './simulator.module.css';
import { words } from './words.ts';
import { WebhooksSent } from './webhooks-sent.tsx';

interface OperationDetailProps {
  of: 'deposit' | 'withdrawal';
  id: string;
  operation: {
    data: { status: string; reason: string | null; amountCents: number } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  /** What can be played with it. */
  children: ReactNode;
}

export function OperationDetail(props: OperationDetailProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On narrow screens it is below the list, where nobody would see it open.
    const isBelow = window.matchMedia('(max-width: 62em)').matches;
    if (isBelow) place.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={place} className={styles['detail']}>
      <Content {...props} />
    </div>
  );
}

function Content(props: OperationDetailProps): ReactNode {
  const { of, id, operation, children } = props;
  const say = useWords(words);
  const reasons: Readonly<Record<string, string>> = useWords(depositWords).reasons;
  const params = { ...useTenant(), id };
  const { data, error, refetch } = operation;
  if (data === undefined) {
    if (error === null) return <Skeleton height="24rem" />;
    return <Failure error={error} what={say.detailFailed} retry={() => void refetch()} />;
  }
  return (
    <Stack gap="lg">
      <div aria-live="polite">
        <Group gap="sm">
          <Title order={2} size="h3">
            <Money cents={data.amountCents} />
          </Title>
          <Status of={of} status={data.status} />
          {of === 'deposit' && data.reason !== null && <span>{reasons[data.reason]}</span>}
        </Group>
        {of === 'deposit' ? (
          <Link to="/$accountId/$mode/deposits/$id" params={params}>
            {say.seeCharge}
          </Link>
        ) : (
          <Link to="/$accountId/$mode/withdrawals/$id" params={params}>
            {say.seeWithdrawal}
          </Link>
        )}
      </div>
      {children}
      <WebhooksSent resourceId={id} />
    </Stack>
  );
}
