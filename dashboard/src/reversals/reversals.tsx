import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MaskedReversal } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { Empty } from '../ui/empty.tsx';
import { ListFailure } from '../ui/list-failure.tsx';
import { ChoiceFilter, Filters, useFilters } from '../ui/filters.tsx';
import type { ListState } from '../ui/list-state.ts';
import { useChangedRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAnnouncedRows } from '../ui/use-announced-rows.ts';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { useWords } from '../words/use-words.ts';
import { ReversalCard } from './reversal-card.tsx';
import style from './reversals.module.css';
import { readReversalsSearch } from './search.ts';
import { useHeld } from './use-held.ts';
import { words } from './words.ts';

const AGAIN_MS = 30_000;

export function Reversals(): ReactNode {
  const say = useWords(words);
  const [search, change] = useFilters(readReversalsSearch);
  const counts = useTenantQuery('countAlerts').data;
  const tipo = search.tipo ?? 'estorno';
  const list = useTenantList('listAlerts', {
    query: { tipo, seen: seenOf(search.vistos) },
    everyMs: AGAIN_MS,
  });
  const titleOf = (kind: 'estorno' | 'med') => {
    const unseen = counts?.[kind] ?? 0;
    return unseen === 0 ? say[kind] : `${say[kind]} (${say.unseen({ count: unseen })})`;
  };
  return (
    <Page title={say.title}>
      <Tabs
        label={say.tabs}
        tabs={[
          { name: 'estorno', title: titleOf('estorno') },
          { name: 'med', title: titleOf('med') },
        ]}
        value={tipo}
        onChange={(name) => change({ tipo: name === 'med' ? 'med' : undefined })}
      >
        <Filters>
          <ChoiceFilter
            label={say.filter}
            options={[
              { value: 'nao', label: say.notSeen },
              { value: 'sim', label: say.seen },
            ]}
            value={search.vistos}
            onChange={(vistos) => change({ vistos })}
          />
        </Filters>
        <ReversalList list={list} kind={tipo} isFiltered={search.vistos !== undefined} />
      </Tabs>
    </Page>
  );
}

function seenOf(vistos: 'sim' | 'nao' | undefined): 'true' | 'false' | undefined {
  if (vistos === undefined) return undefined;
  return vistos === 'sim' ? 'true' : 'false';
}

interface ReversalListProps {
  list: ListState<MaskedReversal>;
  kind: 'estorno' | 'med';
  isFiltered: boolean;
}

function ReversalList({ list, kind, isFiltered }: ReversalListProps): ReactNode {
  const say = useWords(words);
  const [changed, markChanged] = useChangedRow();
  const { rows, error, retry, isStale, nextCursor } = list;
  useAnnouncedRows(list);
  const { shown, hold, release, update } = useHeld(rows ?? []);
  const failure = error !== null && <ListFailure error={error} what={say.failed} retry={retry} />;
  if (rows === undefined && failure) return failure;
  if (rows === undefined) return <Waiting />;
  return (
    <Stack>
      {failure}
      <div>
        {/* Announces to screen readers that a filter finds nothing. */}
        <div aria-live="polite">
          {shown.length === 0 && (
            <Empty icon="check">{isFiltered ? say.emptyFiltered : say.empty[kind]}</Empty>
          )}
        </div>
        {shown.length > 0 && (
          <ul
            className={style['cards']}
            aria-label={say[kind]}
            data-stale={isStale || undefined}
            aria-busy={isStale}
          >
            {shown.map((reversal) => (
              <li key={reversal.id} data-changed={changed === reversal.id || undefined}>
                <ReversalCard
                  reversal={reversal}
                  onChanged={(answer) => {
                    update(answer);
                    markChanged(answer.id);
                  }}
                  onWriting={(isWriting) => (isWriting ? hold : release)(reversal)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Pager nextCursor={nextCursor} isStale={isStale} />
    </Stack>
  );
}

/** A placeholder as tall as three cards. */
function Waiting(): ReactNode {
  return (
    <Stack aria-busy="true">
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
    </Stack>
  );
}
