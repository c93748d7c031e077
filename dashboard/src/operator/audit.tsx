import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AuditEntry } from '../api/operations.ts';
import { ActName } from '../audits/act.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { ChoiceFilter, Filters, TextFilter, useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { count } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './audit-words.ts';
import { Code } from './code.tsx';
import style from './operator.module.css';
import { readOperatorAuditSearch } from './search.ts';
import { useOperatorList } from './use-operator.ts';
import { VerifyAudit } from './verify-audit.tsx';
import { words as commonWords } from './words.ts';

const KINDS = ['person', 'operator', 'key', 'cli', 'system'] as const;

export function OperatorAudit(): ReactNode {
  const say = useWords(words);
  const [{ q, quem }, change, clear] = useFilters(readOperatorAuditSearch);
  const [isVerifying, setVerifying] = useState(false);
  const list = useOperatorList('listAudit', { query: { q, actor: quem }, isPaged: true });
  const verify = (
    <Button
      variant="default"
      leftSection={<Icon name="shield" />}
      onClick={() => setVerifying(true)}
    >
      {say.verify.do}
    </Button>
  );
  return (
    <Page title={say.title} actions={verify}>
      <Filters onClear={clear}>
        <TextFilter label={say.q} value={q} onChange={(text, how) => change({ q: text }, how)} />
        <ChoiceFilter
          label={say.who}
          options={KINDS.map((value) => ({ value, label: say.kinds[value] }))}
          value={KINDS.find((kind) => kind === quem)}
          onChange={(kind) => change({ quem: kind })}
        />
      </Filters>
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={useColumns()}
        rowId={({ id }) => id}
        failed={say.failed}
        expected={12}
        empty={<Empty icon="shield">{clear ? say.emptyFiltered : say.empty}</Empty>}
      />
      {isVerifying && <VerifyAudit onClose={() => setVerifying(false)} />}
    </Page>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const say = useWords(words);
  const modes = useWords(commonWords);
  return [
    { name: 'number', title: say.number, cell: ({ sequence }) => count(sequence) },
    { name: 'at', title: say.at, cell: ({ at }) => <DateTime at={at} /> },
    { name: 'actor', title: say.actor, cell: (entry) => <Who entry={entry} /> },
    {
      name: 'action',
      title: say.action,
      cell: ({ action, mode }) => (
        <div className={style['act']}>
          <ActName action={action} isCoded />
          {mode !== null && (
            <Text span display="block" size="sm" c="dimmed">
              {modes[mode]}
            </Text>
          )}
        </div>
      ),
    },
    {
      name: 'subject',
      title: say.subject,
      cell: ({ subject, accountId }) => {
        const about = subject ?? accountId;
        return about === null ? '–' : <Code text={about} label={say.subject} />;
      },
    },
    { name: 'details', title: say.details, cell: (entry) => <Details entry={entry} /> },
  ];
}

function Who({ entry: { actor, address } }: { entry: AuditEntry }): ReactNode {
  const say = useWords(words);
  return (
    <div className={style['who']}>
      {say.kinds[actor.kind]}
      <Text span display="block" size="sm" c="dimmed" className="ui-mono">
        {actor.label} {address !== null && say.address({ address })}
      </Text>
    </div>
  );
}

function Details({ entry: { reason, details } }: { entry: AuditEntry }): ReactNode {
  const say = useWords(words);
  const entries = Object.entries(details);
  if (reason === null && entries.length === 0) return '–';
  return (
    <ul className={style['details']}>
      {reason !== null && (
        <li>
          {say.reason}: {reason}
        </li>
      )}
      {entries.map(([name, value]) => (
        <li key={name} className="ui-mono">
          {name}: {String(value)}
        </li>
      ))}
    </ul>
  );
}
