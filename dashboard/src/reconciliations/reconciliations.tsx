import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReconciliationResult } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { Ago, DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { ChoiceFilter, Filters, useFilters } from '../ui/filters.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { useWords } from '../words/use-words.ts';
import { Differing } from './differing.tsx';
import { differencesOf } from './outcome.ts';
import style from './reconciliations.module.css';
import { ResultSentence } from './result.tsx';
import { REACHES, readReconciliationsSearch, SWEEPS } from './search.ts';
import { words } from './words.ts';

const EVERY_MS = 60_000;

export function Reconciliations(): ReactNode {
  const say = useWords(words);
  const latest = useLatest();
  const known = latest.known;
  return (
    <Page title={say.title}>
      <Text c="dimmed" mb="md">
        {say.about}
      </Text>
      <Section title={say.latest.title}>
        {latest.error === null ? (
          <Latest results={latest.results} />
        ) : (
          <Failure error={latest.error} what={say.failed} retry={latest.retry} />
        )}
      </Section>
      {latest.error === null && (
        <Differing
          differences={known && differencesOf(known)}
          none={known?.length === 0 ? say.nothing : say.differing.none}
        />
      )}
      <History />
    </Page>
  );
}

type Results = readonly (ReconciliationResult | undefined)[];

interface LatestResults {
  /** The latest of each span, if any; undefined while they are loading. */
  readonly results: Results | undefined;
  /** All results, including that of a pass out of turn. */
  readonly known: readonly ReconciliationResult[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

function useLatest(): LatestResults {
  const of = (sweep: (typeof SWEEPS)[number]) => ({
    query: { sweep, limit: 1 },
    everyMs: EVERY_MS,
  });
  const queries = [
    useTenantQuery('listReconciliations', of('two_hours')),
    useTenantQuery('listReconciliations', of('two_days')),
    useTenantQuery('listReconciliations', of('ninety_days')),
    useTenantQuery('listReconciliations', of('asked')),
  ];
  const isRead = queries.every(({ data }) => data !== undefined);
  return {
    results: isRead ? queries.slice(0, REACHES.length).map(({ data }) => data?.data[0]) : undefined,
    known: isRead ? queries.flatMap(({ data }) => data?.data ?? []) : undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}

function Latest({ results }: { results: Results | undefined }): ReactNode {
  const say = useWords(words).latest;
  return (
    <dl className={style['latest']} aria-busy={results === undefined}>
      {REACHES.map((reach, at) => (
        <div key={reach}>
          <dt>{say.reach[reach]}</dt>
          <dd>
            {results === undefined ? <Skeleton height="4.5rem" /> : <Last of={results[at]} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Last({ of: result }: { of: ReconciliationResult | undefined }): ReactNode {
  const say = useWords(words).latest;
  if (result === undefined) return <span className={style['aside']}>{say.none}</span>;
  return (
    <>
      <ResultSentence result={result} />
      <span className={style['aside']}>
        <Ago at={result.finishedAt} clock="world" />
      </span>
    </>
  );
}

function History(): ReactNode {
  const say = useWords(words);
  const [{ alcance }, change, clear] = useFilters(readReconciliationsSearch);
  const query = alcance === undefined ? {} : { sweep: alcance };
  const list = useTenantList('listReconciliations', { query, everyMs: EVERY_MS });
  return (
    <Section title={say.history.title}>
      <Filters onClear={clear}>
        <ChoiceFilter
          label={say.history.reach}
          options={SWEEPS.map((value) => ({ value, label: say.history.names[value] }))}
          value={alcance}
          onChange={(value) => change({ alcance: value })}
        />
      </Filters>
      <List
        label={say.history.title}
        list={list}
        hasFilters
        columns={useColumns()}
        rowId={({ id }) => id}
        failed={say.failed}
        expected={8}
        empty={
          <Empty icon="clock">
            {alcance === undefined ? say.history.none : say.history.noneFiltered}
          </Empty>
        }
      />
    </Section>
  );
}

function useColumns(): Column<ReconciliationResult>[] {
  const say = useWords(words).history;
  return [
    { name: 'when', title: say.when, cell: ({ finishedAt }) => <DateTime at={finishedAt} /> },
    {
      name: 'reach',
      title: say.reach,
      cell: ({ sweep }) => <span className="ui-figures">{say.names[sweep]}</span>,
    },
    {
      name: 'result',
      title: say.result,
      cell: (result) => <ResultSentence result={result} />,
    },
  ];
}
