import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { Session } from '../api/operations.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Ago, DateTime } from '../ui/date-time.tsx';
import { useFailureText } from '../ui/failure.tsx';
import { listStateOf } from '../ui/list-state.ts';
import { type Column, List } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { ConfirmAct } from '../ui/confirm-act.tsx';
import { browserOf, systemOf } from './agent.ts';
import { useOwnAct } from './use-own-act.ts';
import { words } from './words.ts';

export function Sessions(): ReactNode {
  const say = useWords(words).sessions;
  const [isAsking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: ['listSessions'],
    queryFn: ({ signal }) => call('listSessions', { signal }),
  });
  const hasOthers = query.data?.data.some(({ isCurrent }) => !isCurrent) ?? false;
  const columns = useColumns();
  return (
    <Section
      title={say.title}
      about={say.about}
      actions={
        hasOthers && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {say.endOthers}
          </Button>
        )
      }
    >
      <List
        label={say.title}
        list={listStateOf<Session>(query)}
        columns={hasOthers ? columns : columns.slice(0, -1)}
        rowId={({ id }) => id}
        failed={say.failed}
        expected={2}
        empty={null}
      />
      {isAsking && <EndOthers onClose={() => setAsking(false)} />}
    </Section>
  );
}

function useColumns(): Column<Session>[] {
  const say = useWords(words).sessions;
  const nameOf = ({ userAgent }: Session) => {
    const browser = browserOf(userAgent) ?? say.unknown;
    const system = systemOf(userAgent);
    return system === undefined ? browser : say.on({ browser, system });
  };
  return [
    {
      name: 'device',
      title: say.device,
      cell: (session) => (
        <>
          {nameOf(session)}{' '}
          {session.isCurrent && (
            <Tag tone="ok" icon="check">
              {say.here}
            </Tag>
          )}
        </>
      ),
    },
    { name: 'address', title: say.address, cell: ({ address }) => address },
    { name: 'created', title: say.created, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    { name: 'seen', title: say.seen, cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} /> },
    {
      name: 'actions',
      title: say.actions,
      end: true,
      cell: (session) =>
        session.isCurrent ? '–' : <EndSession id={session.id} name={nameOf(session)} />,
    },
  ];
}

function EndSession({ id, name }: { id: string; name: string }): ReactNode {
  const say = useWords(words).sessions;
  const failureText = useFailureText();
  const end = useOwnAct(async () => {
    await call('endSession', { path: { id } });
    // Not in `onSuccess`: by then the list was read again, and this row is gone.
    toast.success(say.ended);
  }, ['listSessions']);
  return (
    <ActButton
      variant="subtle"
      color="red"
      size="compact-md"
      aria-label={say.endNamed({ name })}
      busy={end.isPending}
      onClick={() =>
        end.mutate(undefined, { onError: (error) => toast.failure(failureText(error)) })
      }
    >
      {say.end}
    </ActButton>
  );
}

function EndOthers({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(words).sessions;
  const end = useOwnAct(() => call('endOtherSessions'), ['listSessions']);
  return (
    <ConfirmAct
      act={end}
      title={say.endOthersTitle}
      confirm={say.endOthers}
      done={say.othersEnded}
      onClose={onClose}
    >
      {say.endOthersText}
    </ConfirmAct>
  );
}
