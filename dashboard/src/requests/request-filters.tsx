import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { ChoiceFilter, Filters, TextFilter, useFilters } from '../ui/filters.tsx';
import { useWords } from '../words/use-words.ts';
import { METHODS, readRequestsSearch, RESULTS } from './search.ts';
import { words } from './words.ts';

export function RequestFilters({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const say = useWords(words);
  const [{ resultado, metodo, chave, rota, q }, change] = useFilters(readRequestsSearch);
  const keys = useTenantQuery('listKeys', { query: { limit: 100 } }).data?.data ?? [];
  const clear = () =>
    change({
      resultado: undefined,
      metodo: undefined,
      chave: undefined,
      rota: undefined,
      q: undefined,
    });
  return (
    <Filters onClear={isFiltered ? clear : undefined}>
      <ChoiceFilter
        label={say.filter.result}
        value={resultado}
        onChange={(value) => change({ resultado: value })}
        options={RESULTS.map((value) => ({ value, label: say.filter[value] }))}
      />
      <ChoiceFilter
        label={say.filter.method}
        value={metodo}
        onChange={(value) => change({ metodo: value })}
        options={METHODS.map((value) => ({ value, label: value }))}
      />
      <ChoiceFilter
        label={say.filter.key}
        isFeminine
        value={chave}
        onChange={(value) => change({ chave: value })}
        options={keys.map(({ id, name, lastFour }) => ({
          value: id,
          label: `${name || say.unnamedKey} …${lastFour}`,
        }))}
      />
      <TextFilter
        label={say.filter.route}
        value={rota}
        onChange={(value, how) => change({ rota: value }, how)}
      />
      <TextFilter
        label={say.filter.q}
        value={q}
        onChange={(value, how) => change({ q: value }, how)}
      />
    </Filters>
  );
}
