import { Alert, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { useNow } from '../api/use-now.ts';
import { DataList } from '../ui/data-list.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { dateTime, percent, relative } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { AttemptChart } from './attempt-chart.tsx';
import { causeIn } from './cause.ts';
import { words as endpointWords } from './endpoint-words.ts';
import { words } from './words.ts';

/** Separate, so that the page still shows if it fails. */
export function EndpointHealthShown({ id }: { id: string }): ReactNode {
  const say = useWords(endpointWords);
  const names = useWords(words);
  const language = useLanguage();
  const now = useNow();
  const health = useTenantQuery('getEndpointHealth', { path: { id }, everyMs: 30_000 });
  if (health.data === undefined) {
    if (health.error === null) return <Skeleton height="18rem" />;
    const retry = () => void health.refetch();
    return <Failure error={health.error} what={names.healthFailed} retry={retry} />;
  }
  const { lastFailure, consecutiveFailures, nextAttemptAt, success24h, success7d } = health.data;
  const share = (value: number | null) => (value === null ? names.noAttempts : percent(value));
  const cause = lastFailure && causeIn(names.cause, { ...lastFailure, error: lastFailure.cause });
  const next =
    nextAttemptAt === null
      ? undefined
      : `${relative(nextAttemptAt, now, language)}, ${dateTime(nextAttemptAt, language)}`;
  return (
    <Stack>
      {consecutiveFailures > 0 && cause !== null && (
        <Alert color="red" variant="outline" icon={<Icon name="alert" />}>
          {say.failing({ cause, count: consecutiveFailures })}{' '}
          {next !== undefined && say.retryUntil({ when: next })}
        </Alert>
      )}
      <DataList
        facts={[
          { label: names.success24h, value: share(success24h) },
          { label: names.success7d, value: share(success7d) },
          {
            label: names.lastFailure,
            value:
              lastFailure === null
                ? names.none
                : `${cause ?? ''}\u00a0· ${dateTime(lastFailure.at, language)}`,
          },
        ]}
      />
      <AttemptChart hours={health.data.hours} />
    </Stack>
  );
}
