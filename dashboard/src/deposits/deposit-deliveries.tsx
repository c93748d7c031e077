import { Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Answer } from '../ui/answer.tsx';
import { Status } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import style from './deposits.module.css';
import { words } from './words.ts';

/** What the shop's own system was told about this deposit. */
export function DepositDeliveries({ id }: { id: string }): ReactNode {
  const say = useWords(words).deliveries;
  const query = useTenantQuery('listWebhookDeliveries', {
    query: { resourceId: id, limit: 20 },
  });
  return (
    <section aria-label={say.title}>
      <Title order={3} size="h5" mb="xs">
        {say.title}
      </Title>
      <Answer query={query} failed={say.failed} waiting={<Skeleton height="3rem" />}>
        {({ data }) => <Deliveries deliveries={data} />}
      </Answer>
    </section>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly WebhookDelivery[] }): ReactNode {
  const say = useWords(words).deliveries;
  const tenant = useTenant();
  if (deliveries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {say.none}
      </Text>
    );
  }
  return (
    <ul className={style['plain']} aria-label={say.list}>
      {deliveries.map(({ id: deliveryId, event, status, attemptCount }) => (
        <li key={deliveryId}>
          <Link
            to="/$accountId/$mode/webhooks/deliveries/$id"
            params={{ ...tenant, id: deliveryId }}
          >
            {event}
          </Link>
          <span>
            {say.attempts({ count: attemptCount })} <Status of="delivery" status={status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
