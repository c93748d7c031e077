import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import type { MaskedReversal, RevealedReversal } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { useEvidence } from './use-evidence.ts';
import { words } from './words.ts';

interface ReversalActsProps {
  reversal: MaskedReversal;
  onChanged: (reversal: MaskedReversal) => void;
  reveal: {
    data: RevealedReversal | undefined;
    error: Error | null;
    isPending: boolean;
    mutate: (id: string) => void;
    reset: () => void;
  };
}

export function ReversalActs({ reversal, onChanged, reveal }: ReversalActsProps): ReactNode {
  const say = useWords(words);
  const may = useMay();
  const tenant = useTenant();
  const evidence = useEvidence(reversal);
  const mark = useMark(reversal, onChanged);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          renderRoot={(props) => (
            <Link
              to="/$accountId/$mode/deposits/$id"
              params={{ ...tenant, id: reversal.depositId }}
              {...props}
            />
          )}
        >
          {say.openDeposit}
        </Button>
        {may('alerts:manage') && (
          <ActButton
            variant="default"
            leftSection={<Icon name="eye" />}
            busy={mark.isPending}
            onClick={() => mark.mutate(!reversal.isSeen)}
          >
            {reversal.isSeen ? say.markUnseen : say.markSeen}
          </ActButton>
        )}
        {may('alerts:reveal') && (
          <>
            <RevealButton id={reversal.id} reveal={reveal} />
            <Evidence evidence={evidence} />
          </>
        )}
      </Group>
      {may('alerts:reveal') && (
        <Text size="sm" c="dimmed">
          {say.evidenceNote}
        </Text>
      )}
      {[mark.error, reveal.error, evidence.error].map(
        (error, at) => error !== null && <Failure key={at} error={error} />,
      )}
    </Stack>
  );
}

function useMark({ id }: MaskedReversal, onChanged: (reversal: MaskedReversal) => void) {
  const say = useWords(words);
  const call = useTenantCall();
  return useAct(
    async (isSeen: boolean) => {
      const answer = await call('changeAlert', { path: { id }, body: { isSeen } });
      toast.success(say.noted);
      onChanged(answer);
    },
    ['listAlerts', 'countAlerts'],
  );
}

function RevealButton({ id, reveal }: { id: string } & Pick<ReversalActsProps, 'reveal'>) {
  const say = useWords(words);
  const isShown = reveal.data !== undefined;
  return (
    <ActButton
      variant="default"
      busy={reveal.isPending}
      aria-expanded={isShown}
      onClick={() => (isShown ? reveal.reset() : reveal.mutate(id))}
    >
      {isShown ? say.conceal : say.reveal}
    </ActButton>
  );
}

function Evidence({ evidence }: { evidence: ReturnType<typeof useEvidence> }): ReactNode {
  const say = useWords(words);
  const { isPending, variables, mutate } = evidence;
  return (
    <>
      <ActButton
        variant="default"
        leftSection={<Icon name="download" />}
        busy={isPending && variables === 'html'}
        disabled={isPending}
        onClick={() => mutate('html')}
      >
        {say.evidence}
      </ActButton>
      <ActButton
        variant="subtle"
        busy={isPending && variables === 'json'}
        disabled={isPending}
        onClick={() => mutate('json')}
      >
        {say.evidenceJson}
      </ActButton>
    </>
  );
}
