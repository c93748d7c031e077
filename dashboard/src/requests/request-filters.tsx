import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { ChoiceFilter, Filters, TextFilter, useFilters } from '../ui/filters.tsx';
import { useWords } from '../words/use-words.ts';
import { METHODS, readRequestsSearch, RESULTS } from './search.ts';
import { words } from './words.ts';

export function RequestFilters(): ReactNode {
  const say = useWords(words);
  const [{ resultado, metodo, chave, rota, q }, change, clear] = useFilters(readRequestsSearch);
  const keys = useTenantQuery('listKeys', { query: { limit: 100 } }).data?.data ?? [];
  return (
    <Filters onClear={clear}>
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
