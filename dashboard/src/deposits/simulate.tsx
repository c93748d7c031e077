import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DepositDetail } from '../api/operations.ts';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { announce } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { sandboxActs } from './sandbox-acts.ts';
import { words } from './words.ts';

type Simulated = Pick<DepositDetail, 'id' | 'status' | 'reason' | 'paidCents' | 'payer'>;

type Act = 'pay' | 'other' | 'review' | 'release' | 'expire' | 'fail' | 'med';

function actsFor({ status, reason, paidCents }: Simulated): readonly Act[] {
  if (status === 'CONFIRMED') return ['med'];
  if (status !== 'PENDING') return [];
  if (reason === 'in_review') return ['release', 'fail'];
  // Nothing is paid twice.
  if (paidCents !== null) return [];
  return ['pay', 'other', 'review', 'expire', 'fail'];
}

/** In test mode: what a payer, a bank or the provider would do. */
export function Simulate({ deposit }: { deposit: Simulated }): ReactNode {
  const say = useWords(words).simulate;
  const mayCharge = useMay()('deposit:create');
  const run = sandboxActs(useTenantCall(), deposit);
  const act = useAct(
    (name: Act) => run[name](),
    ['getDepositDetail', 'listDeposits', 'getOverview'],
  );
  const acts = actsFor(deposit);
  if (!mayCharge || acts.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={say.title} className="ui-on-screen">
      <Title order={3} size="h5">
        {say.title}
      </Title>
      <Text size="sm" c="dimmed">
        {say.note}
      </Text>
      <Group gap="xs">
        {acts.map((name) => (
          <ActButton
            key={name}
            size="sm"
            variant={name === 'pay' || name === 'release' ? 'filled' : 'default'}
            busy={act.isPending && act.variables === name}
            disabled={act.isPending}
            onClick={() => act.mutate(name, { onSuccess: () => announce(say.done) })}
          >
            {say[name]}
          </ActButton>
        ))}
      </Group>
      {act.error !== null && <Failure error={act.error} />}
    </Stack>
  );
}
