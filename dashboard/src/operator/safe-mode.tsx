import { Button, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { SafeMode as State, SafeModeChange } from '../api/operations.ts';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Failure } from '../ui/failure.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { ActDialog } from './act-dialog.tsx';
import { words } from './status-words.ts';
import { useOperatorAct, useOperatorQuery } from './use-operator.ts';

export function SafeMode(): ReactNode {
  const say = useWords(words).safe;
  const { data, error, refetch } = useOperatorQuery('getSafeMode');
  const [isOpen, setOpen] = useState(false);
  const isOn = data?.isOn === true;
  const button = (
    <Button
      variant={isOn ? 'filled' : 'default'}
      disabled={data === undefined}
      onClick={() => setOpen(true)}
    >
      {isOn ? say.turnOff : say.turnOn}
    </Button>
  );
  return (
    <Section title={say.title} about={say.about} actions={button}>
      {error !== null && <Failure error={error} what={say.failed} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="5rem" aria-busy="true" />}
      {data !== undefined && <Standing state={data} />}
      {data !== undefined && isOpen && (
        <Switching wasOn={data.isOn} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

function Standing({ state: { isOn, reason, since } }: { state: State }): ReactNode {
  const say = useWords(words).safe;
  const tag = (
    <Tag tone={isOn ? 'danger' : 'ok'} icon={isOn ? 'shield' : 'check'}>
      {isOn ? say.on : say.off}
    </Tag>
  );
  if (since === null) return tag;
  return (
    <DataList
      facts={[
        { label: say.title, value: tag },
        { label: say.since, value: <DateTime at={since} /> },
        { label: say.reason, value: reason },
      ]}
    />
  );
}

interface SwitchingProps {
  wasOn: boolean;
  onClose: () => void;
}

function Switching({ wasOn, onClose }: SwitchingProps): ReactNode {
  const say = useWords(words).safe;
  // Somebody else may switch it meanwhile, and this must not become the opposite.
  const [isOn] = useState(wasOn);
  const turn = useOperatorAct((body: SafeModeChange) => call('setSafeMode', { body }));
  const title = isOn ? say.turnOff : say.turnOn;
  const confirm = (reason: string) =>
    turn.mutate(
      { isOn: !isOn, reason },
      {
        onSuccess: () => {
          toast.success(isOn ? say.turnedOff : say.turnedOn);
          onClose();
        },
      },
    );
  return (
    <ActDialog
      title={title}
      confirm={title}
      isDanger={!isOn}
      isBusy={turn.isPending}
      error={turn.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{isOn ? say.offText : say.onText}</Text>
    </ActDialog>
  );
}
