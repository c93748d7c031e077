import { Alert, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AmountField } from '../amounts/amount-field.tsx';
import { useMay } from '../api/me.ts';
import { Icon } from '../ui/icons.tsx';
import { useWords } from '../words/use-words.ts';
import type { AgentValues } from './agent.ts';
import { words } from './words.ts';

interface AgentFieldsProps {
  values: AgentValues;
  errors: Partial<Record<keyof AgentValues, ReactNode>>;
  onChange: (part: Partial<AgentValues>) => void;
}

/** Who holds the key: the shop's own program, or an AI agent, and then within which caps. */
export function AgentFields({ values, errors, onChange }: AgentFieldsProps): ReactNode {
  const say = useWords(words).agent;
  const mayCap = useMay()('agents:manage');
  const { holder, orders } = values;
  return (
    <>
      <Radio.Group
        label={say.holder}
        value={holder}
        onChange={(value) => onChange({ holder: value === 'agent' ? 'agent' : 'program' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="program" label={say.program} description={say.programHint} />
          <Radio value="agent" label={say.agent} description={say.agentHint} />
        </Stack>
      </Radio.Group>
      {holder === 'agent' && (
        <>
          <Checkbox
            checked={orders}
            disabled={!mayCap}
            label={say.orders}
            description={mayCap ? say.ordersHint : say.ordersNotYours}
            onChange={(event) => onChange({ orders: event.currentTarget.checked })}
          />
          {orders && <CapFields values={values} errors={errors} onChange={onChange} />}
          <Alert color="ponte" variant="outline" icon={<Icon name="shield" />}>
            {say.person}
          </Alert>
        </>
      )}
    </>
  );
}

/** How much it may order, per call and per day. */
export function CapFields({ values, errors, onChange }: AgentFieldsProps): ReactNode {
  const say = useWords(words).agent;
  return (
    <>
      <Group grow align="flex-start">
        <AmountField
          label={say.perCall}
          description={say.perCallHint}
          value={values.perCall}
          error={errors.perCall}
          onChange={(event) => onChange({ perCall: event.currentTarget.value })}
        />
        <AmountField
          label={say.perDay}
          description={say.perDayHint}
          value={values.perDay}
          error={errors.perDay}
          onChange={(event) => onChange({ perDay: event.currentTarget.value })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {say.counted}
      </Text>
    </>
  );
}
