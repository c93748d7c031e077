import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import type { AccountAuditEntry } from '../api/operations.ts';
import { ActName, ActorName } from '../audits/act.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Filters, TextFilter, useFilters } from '../ui/filters.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { readAuditSearch } from './search.ts';
import { SettingsPage } from './settings-page.tsx';
import { useAccountList } from './use-account.ts';
import { words } from './words.ts';

export function Audit(): ReactNode {
  const say = useWords(words).audit;
  const maySee = useMay()('see audit:read');
  return (
    <SettingsPage section="audit">
      {maySee ? (
        <Section title={say.title} about={say.about}>
          <Entries />
        </Section>
      ) : (
        <Empty icon="shield">{say.notForYou}</Empty>
      )}
    </SettingsPage>
  );
}

function Entries(): ReactNode {
  const say = useWords(words).audit;
  const [{ quem }, change, clear] = useFilters(readAuditSearch);
  const list = useAccountList('listAccountAudit', {
    query: { actor: quem, limit: 25 },
    isPaged: true,
  });
  const columns = useColumns();
  return (
    <>
      <Filters onClear={clear}>
        <TextFilter
          label={say.who}
          value={quem}
          onChange={(value, how) => change({ quem: value }, how)}
        />
      </Filters>
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={columns}
        rowId={({ id }) => id}
        failed={say.failed}
        empty={<Empty icon="shield">{quem === undefined ? say.empty : say.noMatch}</Empty>}
      />
    </>
  );
}

function useColumns(): Column<AccountAuditEntry>[] {
  const say = useWords(words).audit;
  return [
    { name: 'act', title: say.act, cell: ({ action }) => <ActName action={action} /> },
    { name: 'at', title: say.at, cell: ({ at }) => <DateTime at={at} /> },
    {
      name: 'actor',
      title: say.actor,
      cell: ({ actor }) => (
        <span className="ui-typed">
          <ActorName actor={actor} />
        </span>
      ),
    },
    {
      name: 'subject',
      title: say.subject,
      cell: ({ subject }) =>
        subject === null ? null : (
          <span className="ui-mono ui-figures" title={subject}>
            {shortened(subject, 8, 6)}
          </span>
        ),
    },
    {
      name: 'mode',
      title: say.mode,
      cell: ({ mode }) => (mode === null ? say.both : say[mode]),
    },
    { name: 'address', title: say.address, wideOnly: true, cell: ({ address }) => address },
  ];
}
