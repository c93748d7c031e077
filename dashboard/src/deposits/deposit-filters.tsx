import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AmountFilter } from '../amounts/amount-filter.tsx';
import { useTenantQuery } from '../api/query.ts';
import { ChoiceFilter, Filters, PeriodFilter, TextFilter, useFilters } from '../ui/filters.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { usualPeriodOf } from './query.ts';
import { ORIGINS, readDepositsSearch, STATUSES } from './search.ts';
import { words } from './words.ts';

export function DepositFilters(): ReactNode {
  const say = useWords(words);
  const names = useWords(uiWords).status.deposit;
  const [search, change, clear] = useFilters(readDepositsSearch);
  const { status, origem, carteira, link, min, max } = search;
  const [showsMore, setShowsMore] = useState(false);
  // Active filters are always visible.
  const needsMore = [origem, carteira, min, max].some((value) => value !== undefined);
  if (needsMore && !showsMore) setShowsMore(true);
  return (
    <Filters onClear={clear}>
      <PeriodFilter
        value={search.periodo}
        fallback={usualPeriodOf(search)}
        onChange={(periodo) => change({ periodo })}
      />
      <ChoiceFilter
        label={say.status}
        isFeminine
        options={STATUSES.map((value) => ({ value, label: names[value] }))}
        value={status}
        onChange={(value) => change({ status: value })}
      />
      <TextFilter label={say.search} value={search.q} onChange={(q, how) => change({ q }, how)} />
      {link !== undefined && (
        <LinkFilter value={link} onChange={(value) => change({ link: value })} />
      )}
      {showsMore && (
        <>
          <ChoiceFilter
            label={say.origin}
            isFeminine
            options={ORIGINS.map((value) => ({ value, label: say.origins[value] }))}
            value={origem}
            onChange={(value) => change({ origem: value })}
          />
          <WalletFilter value={carteira} onChange={(value) => change({ carteira: value })} />
          <AmountFilter which="atLeast" value={min} onChange={(value) => change({ min: value })} />
          <AmountFilter which="atMost" value={max} onChange={(value) => change({ max: value })} />
        </>
      )}
      {!needsMore && (
        <Button
          variant="subtle"
          size="sm"
          aria-expanded={showsMore}
          onClick={() => setShowsMore(!showsMore)}
        >
          {showsMore ? say.less : say.more}
        </Button>
      )}
    </Filters>
  );
}

interface LinkFilterProps {
  value: string;
  onChange: (value: string | undefined) => void;
}

/** Links are not chosen here: the list of links leads to the payments of one. */
function LinkFilter({ value, onChange }: LinkFilterProps): ReactNode {
  const say = useWords(words);
  const { data } = useTenantQuery('readPaymentLink', { path: { id: value } });
  const options = data === undefined ? [] : [{ value, label: data.title }];
  return (
    <ChoiceFilter
      label={say.origins.link}
      options={options}
      isReadLater
      value={value}
      onChange={onChange}
    />
  );
}

interface WalletFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function WalletFilter({ value, onChange }: WalletFilterProps): ReactNode {
  const say = useWords(words);
  const { data } = useTenantQuery('listWallets', { query: { limit: 100 } });
  const options = (data?.data ?? []).map(({ id, label }) => ({
    value: id,
    label: label || say.unlabelled,
  }));
  return (
    <ChoiceFilter
      label={say.wallet}
      isFeminine
      options={options}
      isReadLater
      value={value}
      onChange={onChange}
    />
  );
}
