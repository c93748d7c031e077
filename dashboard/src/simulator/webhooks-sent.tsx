import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '../api/operations.ts';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Answer } from '../ui/answer.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { pretty } from '../ui/pretty.ts';
import { Status } from '../ui/status.tsx';
import { causeIn } from '../webhooks/cause.ts';
import { words as webhookWords } from '../webhooks/words.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** What the merchant's system was told about it, as it happens. */
export function WebhooksSent({ resourceId }: { resourceId: string }): ReactNode {
  const say = useWords(words).webhook;
  const maySee = useMay()('see webhook:manage');
  const sent = useTenantQuery('listWebhookDeliveries', {
    query: { resourceId, limit: 10 },
    everyMs: 2_000,
    enabled: maySee,
  });
  if (!maySee) return null;
  return (
    <Stack gap="sm" component="section" aria-label={say.title}>
      <Title order={3} size="h5">
        {say.title}
      </Title>
      <div role="log" aria-label={say.title}>
        <Answer query={sent} failed={say.failed} waiting={<Skeleton height="4rem" />}>
          {({ data }) => (
            <Stack gap="md">
              {data.length === 0 && <NothingSent />}
              {data.map((delivery) => (
                <Sent key={delivery.id} delivery={delivery} />
              ))}
            </Stack>
          )}
        </Answer>
      </div>
    </Stack>
  );
}

function NothingSent(): ReactNode {
  const say = useWords(words).webhook;
  const params = useTenant();
  const endpoints = useTenantQuery('listWebhookEndpoints').data?.data;
  if (endpoints?.length !== 0) return <Text c="dimmed">{say.none}</Text>;
  return (
    <Text c="dimmed">
      {say.noEndpoint}{' '}
      <Link to="/$accountId/$mode/webhooks" params={params}>
        {say.add}
      </Link>
    </Text>
  );
}

function Sent({ delivery }: { delivery: WebhookDelivery }): ReactNode {
  const say = useWords(words).webhook;
  const names = useWords(webhookWords);
  const params = { ...useTenant(), id: delivery.id };
  const last = delivery.attempts.at(-1);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <strong>{names.event[delivery.event]}</strong>
        <Status of="delivery" status={delivery.status} />
        <span>{last === undefined ? say.waiting : causeIn(names.cause, last)}</span>
        <Link to="/$accountId/$mode/webhooks/deliveries/$id" params={params}>
          {say.open}
        </Link>
      </Group>
      <CodeBlock
        code={pretty(delivery.requestBody)}
        label={`${say.body}: ${delivery.event}, ${delivery.url}`}
      />
    </Stack>
  );
}
