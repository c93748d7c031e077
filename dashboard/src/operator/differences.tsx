import type { ReactNode } from 'react';
import type { BookDifference } from '../api/operations.ts';
import { Ago } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import type { ListState } from '../ui/list-state.ts';
import { type Column, List } from '../ui/list.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './book-words.ts';
import { Code, ConnectionName } from './code.tsx';
import { words as commonWords } from './words.ts';

/** All that are open, then those closed in the last days. */
export function Differences({ list }: { list: ListState<BookDifference> }): ReactNode {
  const say = useWords(words);
  return (
    <List
      label={say.differences.title}
      list={list}
      columns={useColumns()}
      rowId={({ id }) => String(id)}
      failed={say.failed}
      expected={4}
      empty={<Empty icon="check">{say.differences.empty}</Empty>}
    />
  );
}

function useColumns(): Column<BookDifference>[] {
  const say = useWords(words).differences;
  const common = useWords(commonWords);
  const kinds: Record<string, string> = say.kinds;
  return [
    { name: 'kind', title: say.kind, cell: ({ kind }) => kinds[kind] ?? kind },
    {
      name: 'where',
      title: say.where,
      cell: ({ connection }) => <ConnectionName connection={connection} />,
    },
    {
      name: 'reference',
      title: say.reference,
      cell: ({ providerRef }) => <Code text={providerRef} label={say.reference} />,
    },
    {
      name: 'resource',
      title: say.resource,
      cell: ({ resourceId }) =>
        resourceId === null ? common.nobody : <Code text={resourceId} label={say.resource} />,
    },
    {
      name: 'seen',
      title: say.seen,
      cell: ({ times, lastSeenAt }) => (
        <>
          {common.times({ count: times })}, <Ago at={lastSeenAt} />
        </>
      ),
    },
    { name: 'state', title: say.state, cell: (difference) => <State difference={difference} /> },
  ];
}

function State({ difference: { resolution } }: { difference: BookDifference }): ReactNode {
  const say = useWords(words).differences;
  return (
    <Tag tone={resolution === null ? 'warn' : 'ok'} icon={resolution === null ? 'alert' : 'check'}>
      {resolution === null ? say.open : say.resolution[resolution]}
    </Tag>
  );
}
