import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { count } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import type { ListState } from './list-state.ts';
import { filtersOf } from './search-reader.ts';
import { announce } from './toast.tsx';
import { words } from './words.ts';

/**
 * Says to screen readers how many rows the filters find, each time they change. That they find none
 * is said by what is shown instead.
 */
export function useAnnouncedRows(list: ListState<unknown>, hasFilters = true): void {
  const { rows, nextCursor, isStale } = list;
  const say = useWords(words);
  const language = useLanguage();
  const search = useSearch({ strict: false });
  const filters = JSON.stringify(filtersOf(search));
  const last = useRef(filters);
  const number = rows?.length ?? 0;
  const tell = useEffectEvent(() => {
    const found = say.found({ number, count: count(number, language) });
    announce(nextCursor === null ? found : say.foundMore({ count: count(number, language) }));
  });
  const isThere = hasFilters && rows !== undefined && !isStale;
  useEffect(() => {
    if (!isThere || last.current === filters) return;
    last.current = filters;
    if (number > 0) tell();
  }, [isThere, filters, number]);
}
