import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import { Empty } from '../ui/empty.tsx';
import { useFilters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useWords } from '../words/use-words.ts';
import { CaseList } from './case-list.tsx';
import { ChargeStage } from './charge-stage.tsx';
import { ProviderSwitches } from './provider-switches.tsx';
import { SandboxClock } from './sandbox-clock.tsx';
import { readSimulatorSearch } from './search.ts';
import { WithdrawalStage } from './withdrawal-stage.tsx';
import { words } from './words.ts';

export function Simulator(): ReactNode {
  const say = useWords(words);
  const { mode } = useTenant();
  return <Page title={say.title}>{mode === 'live' ? <OnlyInTest /> : <Stages />}</Page>;
}

function OnlyInTest(): ReactNode {
  const say = useWords(words).live;
  const { accountId } = useTenant();
  return (
    <Empty
      icon="play"
      action={
        <Button
          renderRoot={(rest) => (
            <Link to="/$accountId/$mode/simulator" params={{ accountId, mode: 'test' }} {...rest} />
          )}
        >
          {say.go}
        </Button>
      }
    >
      <strong>{say.title}</strong>
      <br />
      {say.text}
    </Empty>
  );
}

function Stages(): ReactNode {
  const say = useWords(words);
  const [{ tipo }, change] = useFilters(readSimulatorSearch);
  const tab = tipo ?? 'cobrancas';
  return (
    <Stack gap="xl">
      <div>
        <Text c="dimmed" mb="md">
          {say.intro}
        </Text>
        <Tabs
          label={say.tabs.label}
          tabs={[
            { name: 'cobrancas', title: say.tabs.charges },
            { name: 'saques', title: say.tabs.withdrawals },
          ]}
          value={tab}
          onChange={(name) =>
            change({ tipo: name === 'saques' ? 'saques' : undefined, id: undefined })
          }
        >
          {tab === 'saques' ? <WithdrawalStage /> : <ChargeStage />}
        </Tabs>
      </div>
      <SandboxClock />
      <ProviderSwitches />
      <CaseList />
    </Stack>
  );
}
