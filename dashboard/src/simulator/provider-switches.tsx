import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { ActSwitch } from '../ui/act-switch.tsx';
import { Failure } from '../ui/failure.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const SWITCHES = ['drop', 'duplicate', 'shuffle'] as const;
type Switches = Readonly<Record<(typeof SWITCHES)[number], boolean>>;

const NORMAL: Switches = { drop: false, duplicate: false, shuffle: false };

/** The provider does not report their state, so only what was set here is shown. */
export function ProviderSwitches(): ReactNode {
  const say = useWords(words).provider;
  const mayCharge = useMay()('deposit:create');
  const call = useTenantCall();
  const [set, setSet] = useState(NORMAL);
  const change = useAct((switches: Switches) => call('setSandboxWebhooks', { body: switches }));
  // No money depends on it, so it is shown at once and reverted if refused.
  const apply = (switches: Switches) => {
    setSet(switches);
    change.mutate(switches, {
      onSuccess: () => toast.success(say.set),
      onError: () => setSet(set),
    });
  };
  if (!mayCharge) return null;
  return (
    <Stack gap="sm" component="section" aria-label={say.title}>
      <Title order={2} size="h4">
        {say.title}
      </Title>
      <Text c="dimmed">{say.intro}</Text>
      {SWITCHES.map((name) => (
        <ActSwitch
          key={name}
          label={say[name]}
          checked={set[name]}
          busy={change.isPending}
          onChange={(isOn) => apply({ ...set, [name]: isOn })}
        />
      ))}
      <Group gap="sm">
        <ActButton variant="default" disabled={change.isPending} onClick={() => apply(NORMAL)}>
          {say.reset}
        </ActButton>
        <Text size="sm" c="dimmed">
          {say.unknown}
        </Text>
      </Group>
      {change.error !== null && <Failure error={change.error} />}
    </Stack>
  );
}
