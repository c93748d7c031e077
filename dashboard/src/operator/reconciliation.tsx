import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { Reconciliation, ReconciliationOrder } from '../api/operations.ts';
import { Icon } from '../ui/icons.tsx';
import { listOf } from '../ui/list-state.ts';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { ActDialog } from './act-dialog.tsx';
import { words } from './book-words.ts';
import { Differences } from './differences.tsx';
import style from './operator.module.css';
import { Orphans } from './orphans.tsx';
import { words as sweepWords } from './sweep-words.ts';
import { Sweeps } from './sweeps.tsx';
import { useOperatorAct, useOperatorQuery } from './use-operator.ts';

const EVERY_MS = 15_000;
const SPANS = ['48h', '7d', '30d', '90d'] as const;

export function OperatorReconciliation(): ReactNode {
  const say = useWords(words);
  const sweeps = useWords(sweepWords);
  const books = useOperatorQuery('getReconciliation', { everyMs: EVERY_MS });
  const [isOpen, setOpen] = useState(false);
  const run = (
    <Button leftSection={<Icon name="refresh" />} onClick={() => setOpen(true)}>
      {say.run}
    </Button>
  );
  return (
    <Page title={say.title} actions={run}>
      <Text c="dimmed" mb="md">
        {say.about}
      </Text>
      <Section title={say.differences.title}>
        {books.data !== undefined && <Counts counts={books.data.counts} />}
        <Differences list={listOf(books.data?.differences, books)} />
      </Section>
      <Orphans />
      <Section title={sweeps.title}>
        <Sweeps list={listOf(books.data?.sweeps, books)} />
      </Section>
      {isOpen && <Run onClose={() => setOpen(false)} />}
    </Page>
  );
}

function Counts({ counts }: { counts: Reconciliation['counts'] }): ReactNode {
  const say = useWords(words).differences;
  const names: Record<string, string> = say.kinds;
  if (counts.length === 0) return null;
  return (
    <Group gap="sm" mb="sm" className={style['counts']}>
      {counts.map(({ kind, mode, open, over }) => (
        <div key={`${mode} ${kind}`}>
          <Tag tone={open > 0 ? 'warn' : 'neutral'} icon={open > 0 ? 'alert' : 'check'}>
            {say.count({ name: names[kind] ?? kind, isTest: mode === 'test', open, over })}
          </Tag>
        </div>
      ))}
    </Group>
  );
}

function Run({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(words);
  const [since, setSince] = useState<string>('48h');
  const run = useOperatorAct((body: ReconciliationOrder) => call('runReconciliation', { body }));
  const confirm = (reason: string) =>
    run.mutate(
      { since, reason },
      {
        onSuccess: ({ connections }) => {
          toast.success(say.started({ count: connections }));
          onClose();
        },
      },
    );
  return (
    <ActDialog
      title={say.run}
      confirm={say.run}
      isBusy={run.isPending}
      error={run.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{say.runText}</Text>
      <NativeSelect
        label={say.since}
        data={SPANS.map((value) => ({ value, label: say.spans[value] }))}
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
