import { Group } from '@mantine/core';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../words/use-words.ts';
import { ActButton } from './act-button.tsx';
import { focusHeadingOf } from './keep-focus.ts';
import { words } from './words.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The pages that led here; the first page is an empty string. */
    turned?: string[];
  }
}

interface PagerProps {
  nextCursor: string | null;
  /** Whether the page shown is still the previous one, whose next page is a different one. */
  isStale: boolean;
}

/** A page of a list knows only the next one; the way back is kept in the history state. */
export function Pager({ nextCursor, isStale }: PagerProps): ReactNode {
  const say = useWords(words);
  const navigate = useNavigate();
  const { cursor } = useSearch({ strict: false });
  const { turned } = useLocation({ select: (location) => location.state });
  const ref = useRef<HTMLDivElement>(null);
  const isTurning = useRef(false);
  // The screen is at its top again, and its button far below.
  useEffect(() => {
    if (isStale || !isTurning.current || ref.current === null) return;
    isTurning.current = false;
    focusHeadingOf(ref.current);
  }, [isStale, cursor]);
  if (cursor === undefined && nextCursor === null) return null;
  const number = pageNumber(cursor, turned);

  const go = (to: string | undefined, way: string[]) => {
    isTurning.current = true;
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, cursor: to === '' ? undefined : to }),
      state: (old) => ({ ...old, turned: way }),
    });
  };
  return (
    <Group component="nav" ref={ref} aria-label={say.pages} justify="center" mt="md">
      {/* The heading that takes the focus does not tell screen readers that the rows changed. */}
      <div aria-live="polite" className="ui-unseen">
        {!isStale && number !== undefined && say.page({ number })}
      </div>
      <ActButton
        variant="default"
        disabled={isStale || cursor === undefined}
        onClick={() => go(turned?.at(-1), turned?.slice(0, -1) ?? [])}
      >
        {say.newer}
      </ActButton>
      <ActButton
        variant="default"
        disabled={isStale || nextCursor === null}
        onClick={() => go(nextCursor ?? undefined, [...(turned ?? []), cursor ?? ''])}
      >
        {say.older}
      </ActButton>
    </Group>
  );
}

/** The number of the page shown; unknown if the page was opened by its address. */
function pageNumber(cursor: string | undefined, turned: string[] | undefined): number | undefined {
  if (turned === undefined || (cursor !== undefined && turned[0] !== '')) return undefined;
  return turned.length + 1;
}
