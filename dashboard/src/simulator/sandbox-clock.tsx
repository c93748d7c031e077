import { Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery, useMay } from '../api/me.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Failure } from '../ui/failure.tsx';
import { announce } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const STEPS = [
  ['PT20M', 'minutes'],
  ['PT1H', 'hour'],
  ['P1D', 'day'],
  ['P30D', 'month'],
] as const;

/** The time in this environment, and how to move it forward. */
export function SandboxClock(): ReactNode {
  const say = useWords(words).clock;
  const mayMove = useMay()('deposit:create');
  const call = useTenantCall();
  const clock = useTenantQuery('getSandboxClock', { everyMs: 30_000 });
  const move = useAct(
    (advance: string) => call('moveSandboxClock', { body: { advance } }),
    ['getSandboxClock', 'listDeposits', 'listWithdrawals'],
  );
  const client = useQueryClient();
  const advance = (duration: string) =>
    move.mutate(duration, {
      onSuccess: () => {
        announce(say.moved);
        // The user's data includes, for each account, how far its clock is ahead.
        void client.invalidateQueries({ queryKey: meQuery.queryKey });
      },
    });
  return (
    <Stack gap="sm" component="section" aria-label={say.title}>
      <Title order={2} size="h4">
        {say.title}
      </Title>
      <Text c="dimmed">{say.intro}</Text>
      {clock.data !== undefined && (
        <Text>
          {say.now} <DateTime at={clock.data.now} />
        </Text>
      )}
      {clock.error !== null && (
        <Failure error={clock.error} retry={() => void clock.refetch()} what={say.failed} />
      )}
      {mayMove && (
        <Group gap="sm">
          {STEPS.map(([duration, name]) => (
            <ActButton
              key={duration}
              variant="default"
              disabled={move.isPending}
              onClick={() => advance(duration)}
            >
              {say[name]}
            </ActButton>
          ))}
        </Group>
      )}
      {move.error !== null && <Failure error={move.error} />}
    </Stack>
  );
}
