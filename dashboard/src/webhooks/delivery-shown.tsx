import { Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { DataList } from '../ui/data-list.tsx';
import { Ago, DateTime } from '../ui/date-time.tsx';
import { pretty } from '../ui/pretty.ts';
import { ResourceLink } from '../ui/resource-link.tsx';
import { Status } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { Attempts } from './attempts.tsx';
import { words as deliveryWords } from './delivery-words.ts';
import { Resend } from './resend.tsx';
import { headersOf } from './snippets.ts';
import { words } from './words.ts';

export function DeliveryShown({ delivery }: { delivery: WebhookDelivery }): ReactNode {
  const say = useWords(deliveryWords).one;
  const headers = headersOf(delivery).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="lg">
      <Facts delivery={delivery} />
      <Resend delivery={delivery} />
      <Attempts delivery={delivery} />
      <section aria-label={say.request}>
        <Title order={3} size="h4" mb="sm">
          {say.request}
        </Title>
        <Stack gap="sm">
          <CodeBlock code={headers.join('\n')} label={say.headers} />
          <Text size="sm" c="dimmed">
            {say.signedNote}
          </Text>
          <CodeBlock code={pretty(delivery.requestBody)} label={say.body} />
        </Stack>
      </section>
    </Stack>
  );
}

function Facts({ delivery }: { delivery: WebhookDelivery }): ReactNode {
  const labels = useWords(deliveryWords);
  const say = labels.one;
  const names = useWords(words);
  const tenant = useTenant();
  const { event, endpointId, failureReason, nextAttemptAt } = delivery;
  return (
    <DataList
      facts={[
        {
          label: labels.result,
          value: <Status of="delivery" status={delivery.status} />,
        },
        {
          label: labels.event,
          value: (
            <>
              {names.event[event]} <span className="ui-mono">{event}</span>
            </>
          ),
        },
        {
          label: labels.about,
          // A test event is about its endpoint.
          value: <ResourceLink id={delivery.resourceId}>{say.showsTest}</ResourceLink>,
        },
        {
          label: say.next,
          value: nextAttemptAt === null ? undefined : <Ago at={nextAttemptAt} />,
        },
        {
          label: say.reason,
          value: failureReason === null ? undefined : say.reasons[failureReason],
        },
        {
          label: labels.endpoint,
          value: (
            <Link
              to="/$accountId/$mode/webhooks/$id"
              params={{ ...tenant, id: endpointId }}
              className="ui-mono"
            >
              {delivery.url}
            </Link>
          ),
        },
        { label: say.eventId, value: <span className="ui-mono">{delivery.eventId}</span> },
        { label: say.created, value: <DateTime at={delivery.createdAt} /> },
      ]}
    />
  );
}
