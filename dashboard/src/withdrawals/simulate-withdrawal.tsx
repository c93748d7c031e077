import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { announce } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const ACTS = ['fund', 'fail', 'expire'] as const;
type Act = (typeof ACTS)[number];

interface SimulateProps {
  id: string;
  /** Of its heading. */
  order: 2 | 3;
  /** Prevents sending twice. */
  hasArrived: boolean;
}

/** In test mode: what a wallet or the provider would do. */
export function SimulateWithdrawal({ id, order, hasArrived }: SimulateProps): ReactNode {
  const say = useWords(words).simulate;
  const mayWithdraw = useMay()('withdrawal:create');
  const call = useTenantCall();
  const path = { id };
  const run = (act: Act): Promise<unknown> => {
    if (act === 'fund') return call('fundSandboxWithdrawal', { path, body: {} });
    if (act === 'fail') return call('failSandboxWithdrawal', { path, body: {} });
    return call('expireSandboxWithdrawal', { path });
  };
  const act = useAct(run, ['getWithdrawalDetail', 'listWithdrawals']);
  if (!mayWithdraw) return null;
  return (
    <Stack component="section" gap="xs" aria-label={say.title} className="ui-on-screen">
      <Title order={order} size="h5">
        {say.title}
      </Title>
      <Group gap="xs">
        {ACTS.filter((name) => name !== 'fund' || !hasArrived).map((name) => (
          <ActButton
            key={name}
            size="sm"
            variant="default"
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
