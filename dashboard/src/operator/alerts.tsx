import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OperatorAlert } from '../api/operations.ts';
import { Ago } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Filters, useFilters } from '../ui/filters.tsx';
import { type Column, List, useChangedRow } from '../ui/list.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { Page } from '../ui/page.tsx';
import { Tag } from '../ui/status.tsx';
import { count } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { AssignAlert, CloseAlert } from './alert-dialogs.tsx';
import { AlertScope } from './alert-scope.tsx';
import { words as kindWords } from './alert-words.ts';
import { words } from './book-words.ts';
import { Code } from './code.tsx';
import { readOperatorAlertsSearch } from './search.ts';
import { useOperatorList } from './use-operator.ts';
import { words as commonWords } from './words.ts';

const EVERY_MS = 30_000;

interface Opened {
  readonly act: 'assign' | 'close';
  readonly alert: OperatorAlert;
}

export function OperatorAlerts(): ReactNode {
  const say = useWords(words).alerts;
  const [search, change] = useFilters(readOperatorAlertsSearch);
  const all = search.mostrar === 'todos';
  const list = useOperatorList('listOperatorAlerts', {
    query: all ? { all: 'true' } : {},
    everyMs: EVERY_MS,
  });
  const [opened, setOpened] = useState<Opened>();
  const [changed, markChanged] = useChangedRow();
  const columns = useColumns((act, alert) => setOpened({ act, alert }));
  const dialog = opened !== undefined && {
    alert: opened.alert,
    onDone: () => markChanged(String(opened.alert.id)),
    onClose: () => setOpened(undefined),
  };
  return (
    <Page title={say.title}>
      <Filters>
        <AlertScope
          isAll={all}
          onChange={(isAll) => change({ mostrar: isAll ? 'todos' : undefined })}
        />
      </Filters>
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={columns}
        rowId={({ id }) => String(id)}
        changed={changed}
        failed={say.failed}
        empty={<Empty icon="check">{say.empty}</Empty>}
      />
      <Guide />
      {dialog && opened?.act === 'assign' && <AssignAlert {...dialog} />}
      {dialog && opened?.act === 'close' && <CloseAlert {...dialog} />}
    </Page>
  );
}

/** What each kind asks of an operator is explained once, in the documentation. */
function Guide(): ReactNode {
  const say = useWords(words).alerts;
  const language = useLanguage();
  return (
    <Text mt="md">
      <OutsideLink href={`/docs/${language}/operating#operator-alerts`}>{say.guide}</OutsideLink>
    </Text>
  );
}

function useColumns(open: (act: Opened['act'], alert: OperatorAlert) => void) {
  const say = useWords(words).alerts;
  const kinds: Record<string, string> = useWords(kindWords);
  const columns: Column<OperatorAlert>[] = [
    {
      name: 'kind',
      title: say.kind,
      cell: ({ kind }) => (
        <>
          {kinds[kind] ?? kind}
          {/* Its name in the guide and on the command line. */}
          <Text span display="block" size="sm" c="dimmed" className="ui-mono">
            {kind}
          </Text>
        </>
      ),
    },
    {
      name: 'subject',
      title: say.subject,
      cell: ({ subject }) =>
        subject.includes(' ') ? (
          <span className="ui-mono">{subject}</span>
        ) : (
          <Code text={subject} label={say.subject} />
        ),
    },
    {
      name: 'account',
      title: say.account,
      cell: ({ account }) => <Account account={account} />,
    },
    { name: 'times', title: say.times, end: true, cell: ({ times }) => count(times) },
    { name: 'last', title: say.last, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
    { name: 'state', title: say.state, cell: (alert) => <State alert={alert} /> },
    {
      name: 'actions',
      title: say.actions,
      end: true,
      cell: (alert) => <Acts alert={alert} open={open} />,
    },
  ];
  return columns;
}

function Account({ account }: Pick<OperatorAlert, 'account'>): ReactNode {
  const say = useWords(commonWords);
  if (account === null) return say.nobody;
  const { id, name, email, mode } = account;
  return (
    <>
      <Link to="/operator/accounts/$id" params={{ id }}>
        {name ?? email}
      </Link>
      <Text span display="block" size="sm" c="dimmed">
        {say[mode]}
      </Text>
    </>
  );
}

function State({ alert: { resolvedAt, assignedTo } }: { alert: OperatorAlert }): ReactNode {
  const say = useWords(words).alerts;
  if (resolvedAt === null) {
    return (
      <Tag tone="warn" icon="alert">
        {say.open}
      </Tag>
    );
  }
  return (
    <Tag tone="ok" icon="check">
      {assignedTo === null ? say.closed : say.assigned}
    </Tag>
  );
}

interface ActsProps {
  alert: OperatorAlert;
  open: (act: Opened['act'], alert: OperatorAlert) => void;
}

function Acts({ alert, open }: ActsProps): ReactNode {
  const say = useWords(words).alerts;
  const { id, isAssignable, resolvedAt } = alert;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isAssignable && (
        <Button
          size="sm"
          variant="default"
          aria-label={say.assignOf({ id })}
          onClick={() => open('assign', alert)}
        >
          {say.assign}
        </Button>
      )}
      {resolvedAt === null && (
        <Button
          size="sm"
          variant="subtle"
          aria-label={say.closeOf({ id })}
          onClick={() => open('close', alert)}
        >
          {say.close}
        </Button>
      )}
    </Group>
  );
}
