import { Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProviderBudget, ProviderConnection } from '../api/operations.ts';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { count } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './operator.module.css';
import { words } from './status-words.ts';
import { useOperatorQuery } from './use-operator.ts';
import { words as commonWords } from './words.ts';

const EVERY_MS = 15_000;

export function OperatorProvider(): ReactNode {
  const say = useWords(words).provider;
  const { data, error, refetch } = useOperatorQuery('getProvider', { everyMs: EVERY_MS });
  return (
    <Page title={say.title}>
      {error !== null && <Failure error={error} what={say.failed} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="60rem" aria-busy="true" />}
      {data?.data.map((connection) => (
        <Connection key={connection.connection} connection={connection} />
      ))}
    </Page>
  );
}

function Connection({ connection }: { connection: ProviderConnection }): ReactNode {
  const say = useWords(words).provider;
  const language = useLanguage();
  const { calls, budgets } = connection;
  return (
    <Section
      title={say.connection[connection.connection]}
      about={say.about[connection.connection]}
      actions={<State connection={connection} />}
    >
      <DataList
        facts={[
          { label: say.accepted, value: count(calls.accepted, language) },
          { label: say.refused, value: count(calls.refused, language) },
          { label: say.failedCalls, value: count(calls.failed, language) },
          { label: say.open, value: count(calls.open, language) },
          { label: say.lastAccepted, value: <When at={connection.lastAcceptedAt} /> },
          { label: say.lastFailed, value: <When at={connection.lastFailedAt} /> },
          { label: say.lastNotice, value: <When at={connection.lastNoticeAt} /> },
          {
            label: say.lastProbe,
            value: connection.connection === 'live' ? <When at={connection.lastProbeAt} /> : null,
          },
          { label: say.depositsPaused, value: count(connection.depositsPaused, language) },
          { label: say.withdrawalsPaused, value: count(connection.withdrawalsPaused, language) },
        ]}
      />
      {connection.connection === 'live' && <Budgets budgets={budgets} />}
    </Section>
  );
}

function State({ connection }: { connection: ProviderConnection }): ReactNode {
  const say = useWords(words).provider;
  if (!connection.isConfigured) {
    return (
      <Tag tone="neutral" icon="close">
        {say.notConfigured}
      </Tag>
    );
  }
  const isFailing = connection.calls.failed > 0;
  return (
    <Tag tone={isFailing ? 'warn' : 'ok'} icon={isFailing ? 'alert' : 'check'}>
      {isFailing ? say.failing : say.configured}
    </Tag>
  );
}

function When({ at }: { at: string | null }): ReactNode {
  const say = useWords(commonWords);
  return at === null ? say.noRecord : <DateTime at={at} />;
}

function Budgets({ budgets }: { budgets: readonly ProviderBudget[] }): ReactNode {
  const say = useWords(words).provider;
  return (
    <>
      <Title order={3} size="h5" mt="md" mb="xs">
        {say.budgets}
      </Title>
      {budgets.length === 0 ? (
        <Text c="dimmed">{say.noBudgets}</Text>
      ) : (
        <ul className={style['meters']}>
          {budgets.map((budget) => (
            <Meter key={budget.call} budget={budget} />
          ))}
        </ul>
      )}
    </>
  );
}

function Meter({ budget: { call, left, burst, perMinute } }: { budget: ProviderBudget }) {
  const say = useWords(words).provider;
  const language = useLanguage();
  const names: Record<string, string> = say.call;
  const name = names[call] ?? call;
  // Below zero it is in debt, for calls that others made while it was closed.
  const shown = Math.max(0, Math.floor(left));
  const text = say.budget({
    left: count(shown, language),
    burst: count(burst, language),
    perMinute: count(perMinute, language),
  });
  return (
    <li>
      <span>{name}</span>
      <meter
        min={0}
        max={burst}
        low={burst / 3}
        optimum={burst}
        value={shown}
        aria-label={name}
        aria-valuetext={text}
      />
      <span className={style['aside']}>{text}</span>
    </li>
  );
}
