import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { WebhookAttempt, WebhookDelivery } from '../api/operations.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Icon } from '../ui/icons.tsx';
import { pretty } from '../ui/pretty.ts';
import { Tabs } from '../ui/tabs.tsx';
import { count } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { causeIn, succeeded } from './cause.ts';
import { words as deliveryWords } from './delivery-words.ts';
import { words } from './words.ts';

/** Newest first, each a tab with its response. A new attempt is shown at once. */
export function Attempts({ delivery }: { delivery: WebhookDelivery }): ReactNode {
  const labels = useWords(deliveryWords);
  const say = labels.one;
  const { attempts, attemptCount } = delivery;
  const hidden = attemptCount - attempts.length;
  const [chosen, setChosen] = useState<{ at: string; of: number }>();
  const newest = attempts.at(-1);
  // A choice counts only until something newer comes.
  const kept =
    chosen?.of === attemptCount ? attempts.find(({ at }) => at === chosen.at) : undefined;
  const shown = kept ?? newest;
  return (
    <section aria-label={labels.attempts}>
      <Title order={3} size="h4" mb="sm">
        {labels.attempts}
      </Title>
      {shown === undefined ? (
        <Text c="dimmed">{say.none}</Text>
      ) : (
        <Tabs
          label={labels.attempts}
          tabs={attempts
            .map((attempt, index) => ({
              name: attempt.at,
              title: <TabTitle attempt={attempt} number={hidden + index + 1} />,
            }))
            .reverse()}
          value={shown.at}
          onChange={(at) => setChosen({ at, of: attemptCount })}
        >
          <Attempt attempt={shown} />
        </Tabs>
      )}
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {say.older({ count: hidden })}
        </Text>
      )}
    </section>
  );
}

function TabTitle({ attempt, number }: { attempt: WebhookAttempt; number: number }): ReactNode {
  const say = useWords(deliveryWords).one;
  const causes = useWords(words).cause;
  return (
    <>
      <Icon name={succeeded(attempt) ? 'check' : 'close'} size={14} /> {say.attempt({ number })}:{' '}
      {causeIn(causes, attempt)}
    </>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }): ReactNode {
  const labels = useWords(deliveryWords);
  const say = labels.one;
  const causes = useWords(words).cause;
  const { at, durationMs, responseBody } = attempt;
  return (
    <Stack gap="sm">
      <DataList
        facts={[
          { label: say.response, value: causeIn(causes, attempt) },
          { label: say.duration, value: `${count(durationMs)} ms` },
          { label: labels.at, value: <DateTime at={at} /> },
        ]}
      />
      {responseBody === null || responseBody === '' ? (
        <Text size="sm" c="dimmed">
          {say.noBody}
        </Text>
      ) : (
        <CodeBlock code={pretty(responseBody)} label={say.responseBody} />
      )}
    </Stack>
  );
}
