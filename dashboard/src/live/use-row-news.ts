import { useRef } from 'react';
import { useChangedRow } from '../ui/list.tsx';
import { announce } from '../ui/toast.tsx';
import { useLiveChange } from './use-live.ts';

interface Row {
  readonly id: string;
  readonly status: string;
}

/**
 * Marks the rows of a list that have changed, and announces what has become of them.
 * @param texts by status; none is announced twice for the same row
 */
export function useRowNews(
  kind: 'deposit' | 'withdrawal',
  rows: readonly Row[] | undefined,
  texts: Readonly<Record<string, string>>,
): ReturnType<typeof useChangedRow> {
  const [changed, markChanged] = useChangedRow();
  /** The list shows it a moment later. */
  const announced = useRef(new Set<string>());
  useLiveChange(kind, ({ id, status }) => {
    const row = rows?.find((shown) => shown.id === id);
    if (row === undefined) return;
    markChanged(id);
    const text = texts[status];
    const news = `${id} ${status}`;
    if (text === undefined || row.status === status || announced.current.has(news)) return;
    announced.current.add(news);
    announce(text);
  });
  return [changed, markChanged];
}
