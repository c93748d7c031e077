import { Button, Group, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useTenant } from '../api/use-tenant.ts';
import { useFallbackMs } from '../live/use-live.ts';
import { Empty } from '../ui/empty.tsx';
import { Filters, PeriodFilter, useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { useEver } from '../ui/use-ever.ts';
import { useWords } from '../words/use-words.ts';
import { Checklist, HiddenChecklist, useChecklist } from './checklist.tsx';
import { Days, Figures } from './figures.tsx';
import { HealthLine, Outage } from './health.tsx';
import style from './home.module.css';
import { Latest, useLatest } from './latest.tsx';
import { Mismatches } from './mismatches.tsx';
import { UnseenReversals } from './unseen-reversals.tsx';
import { HOME_PERIOD } from './overview-query.ts';
import { readHomeSearch } from './search.ts';
import { useOverview } from './use-overview.ts';
import { words } from './words.ts';

export function Home(): ReactNode {
  const say = useWords(words);
  const [{ periodo }, change] = useFilters(readHomeSearch);
  const everyMs = useFallbackMs();
  const overview = useOverview(periodo ?? HOME_PERIOD, everyMs);
  const latest = useLatest(everyMs);
  const checklist = useChecklist();
  // The topmost part decides where everything else goes; it loads together with the rest.
  // From then on everything stays, also if a part that failed is requested again.
  if (!useEver(!isFirstLoad(checklist) && !isFirstLoad(overview))) {
    return (
      <Page title={say.title} actions={<ChargeButton />}>
        <Skeleton height="48rem" />
      </Page>
    );
  }
  return (
    <Page title={say.title} actions={<ChargeButton />}>
      <div className={style['blocks']}>
        <Mismatches found={overview.data?.mismatches} />
        <Outage health={overview.data?.health} />
        <Checklist query={checklist} />
        <div>
          <Filters>
            <PeriodFilter
              value={periodo}
              fallback={HOME_PERIOD}
              onChange={(value) => change({ periodo: value })}
            />
          </Filters>
          <Figures
            overview={overview.data}
            error={overview.error}
            retry={() => void overview.refetch()}
          />
        </div>
        {overview.error === null && <Days overview={overview.data} />}
        <Latest query={latest} empty={<NoSales />} />
        <UnseenReversals />
        <HealthLine health={overview.data?.health} />
        <HiddenChecklist query={checklist} />
      </div>
    </Page>
  );
}

function isFirstLoad(query: { readonly data: unknown; readonly failureCount: number }): boolean {
  return query.data === undefined && query.failureCount === 0;
}

function ChargeButton(): ReactNode {
  const say = useWords(words);
  const params = useTenant();
  if (!useMay()('deposit:create')) return null;
  return (
    <Button
      leftSection={<Icon name="plus" />}
      renderRoot={(props) => (
        <Link to="/$accountId/$mode/deposits" params={params} search={{ new: '1' }} {...props} />
      )}
    >
      {say.charge}
    </Button>
  );
}

function NoSales(): ReactNode {
  const say = useWords(words);
  const params = useTenant();
  const may = useMay();
  const isTest = params.mode === 'test';
  const actions = (
    <Group justify="center">
      {isTest && may('deposit:create') && (
        <Button
          renderRoot={(props) => (
            <Link
              to="/$accountId/$mode/deposits"
              params={params}
              search={{ new: '1' }}
              {...props}
            />
          )}
        >
          {say.simulate}
        </Button>
      )}
      {may('links:manage') && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/$accountId/$mode/links" params={params} {...props} />}
        >
          {say.createLink}
        </Button>
      )}
    </Group>
  );
  return (
    <Empty icon="sparkle" action={actions}>
      {isTest ? say.empty : say.emptyLive}
    </Empty>
  );
}
