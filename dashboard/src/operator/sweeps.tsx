import type { ReactNode } from 'react';
import type { Sweep } from '../api/operations.ts';
import { useFound } from '../reconciliations/result.tsx';
import { words as reconciliationWords } from '../reconciliations/words.ts';
import { Ago, DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import type { ListState } from '../ui/list-state.ts';
import { type Column, List } from '../ui/list.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { words as bookWords } from './book-words.ts';
import { ConnectionName } from './code.tsx';
import { words } from './sweep-words.ts';

export function Sweeps({ list }: { list: ListState<Sweep> }): ReactNode {
  const say = useWords(words);
  const { failed } = useWords(bookWords);
  return (
    <List
      label={say.title}
      list={list}
      columns={useColumns()}
      rowId={({ connection, sweep }) => `${connection} ${sweep}`}
      failed={failed}
      expected={4}
      empty={<Empty icon="clock">{say.empty}</Empty>}
    />
  );
}

function useColumns(): Column<Sweep>[] {
  const say = useWords(words);
  const { names } = useWords(reconciliationWords).history;
  return [
    {
      name: 'connection',
      title: say.connection,
      cell: ({ connection }) => <ConnectionName connection={connection} />,
    },
    { name: 'sweep', title: say.sweep, cell: ({ sweep }) => names[sweep] },
    {
      name: 'position',
      title: say.position,
      cell: ({ position }) => (position === null ? say.between : <DateTime at={position} />),
    },
    { name: 'last', title: say.last, cell: (sweep) => <LastPass sweep={sweep} /> },
    { name: 'due', title: say.due, cell: ({ dueAt }) => <Ago at={dueAt} /> },
    { name: 'state', title: say.state, cell: (sweep) => <State sweep={sweep} /> },
  ];
}

/** The outcomes of the last pass: provider, chain and our own books. */
function LastPass({ sweep: { outcomes, finishedAt } }: { sweep: Sweep }): ReactNode {
  const say = useWords(words);
  const foundIn = useFound();
  if (outcomes === null || finishedAt === null) return say.nothing;
  return (
    <>
      {foundIn(outcomes)}, <Ago at={finishedAt} />
    </>
  );
}

function State({ sweep: { isRunning, failures, gaps } }: { sweep: Sweep }): ReactNode {
  const say = useWords(words);
  if (failures > 0) {
    return (
      <Tag tone="danger" icon="alert">
        {say.failing({ count: failures })}
      </Tag>
    );
  }
  if (gaps > 0) {
    return (
      <Tag tone="warn" icon="alert">
        {say.gaps({ count: gaps })}
      </Tag>
    );
  }
  return (
    <Tag tone={isRunning ? 'info' : 'ok'} icon={isRunning ? 'refresh' : 'clock'}>
      {isRunning ? say.running : say.waiting}
    </Tag>
  );
}
