import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Queue } from '../api/operations.ts';
import { Empty } from '../ui/empty.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Tag } from '../ui/status.tsx';
import { count } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { SafeMode } from './safe-mode.tsx';
import { words } from './status-words.ts';
import { useOperatorList } from './use-operator.ts';
import { waited } from './waited.ts';

const EVERY_MS = 10_000;
/** The server counts no further. */
const MAX_COUNTED = 10_000;

export function OperatorQueues(): ReactNode {
  const say = useWords(words).queues;
  const list = useOperatorList('getQueues', { everyMs: EVERY_MS });
  return (
    <Page title={say.title}>
      <SafeMode />
      <Text c="dimmed" size="sm" mb="sm">
        {say.about}
      </Text>
      <List
        label={say.title}
        list={list}
        columns={useColumns()}
        rowId={({ queue }) => queue}
        failed={say.failed}
        expected={8}
        empty={<Empty icon="check">{say.empty}</Empty>}
      />
    </Page>
  );
}

function useColumns(): Column<Queue>[] {
  const say = useWords(words).queues;
  const language = useLanguage();
  const names: Record<string, string> = say.names;
  const depthOf = (depth: number) =>
    depth >= MAX_COUNTED
      ? say.many({ count: count(MAX_COUNTED, language) })
      : count(depth, language);
  return [
    { name: 'queue', title: say.name, cell: ({ queue }) => names[queue] ?? queue },
    {
      name: 'depth',
      title: say.depth,
      end: true,
      cell: ({ depth }) => (depth === 0 ? say.nothing : depthOf(depth)),
    },
    {
      name: 'age',
      title: say.age,
      end: true,
      cell: ({ depth, ageSeconds }) => (depth === 0 ? '–' : waited(ageSeconds)),
    },
    {
      name: 'state',
      title: say.state,
      cell: ({ isLate }) => <State isLate={isLate} />,
    },
  ];
}

function State({ isLate }: { isLate: boolean }): ReactNode {
  const say = useWords(words).queues;
  return (
    <Tag tone={isLate ? 'warn' : 'ok'} icon={isLate ? 'clock' : 'check'}>
      {isLate ? say.slow : say.ok}
    </Tag>
  );
}
