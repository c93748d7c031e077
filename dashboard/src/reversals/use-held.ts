import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { MaskedReversal } from '../api/operations.ts';

/**
 * The rows to show: those of the list and, in their old places, any that have left it while a note
 * on them is unfinished.
 */
export function useHeld(rows: readonly MaskedReversal[]) {
  const place = useLocation({ select: ({ href }) => href });
  const [held, setHeld] = useState<{ place: string; reversals: readonly MaskedReversal[] }>();
  const reversals = held?.place === place ? held.reversals : [];
  const put = (change: (reversals: readonly MaskedReversal[]) => readonly MaskedReversal[]) =>
    setHeld((old) => ({ place, reversals: change(old?.place === place ? old.reversals : []) }));
  const gone = reversals.filter(({ id }) => rows.every((row) => row.id !== id));
  return {
    shown: gone.length === 0 ? rows : [...rows, ...gone].sort(newestFirst),
    hold: (reversal: MaskedReversal) => put((old) => [...old, reversal]),
    release: ({ id }: MaskedReversal) => put((old) => old.filter((one) => one.id !== id)),
    update: (reversal: MaskedReversal) =>
      put((old) => old.map((one) => (one.id === reversal.id ? reversal : one))),
  };
}

/** In the order of the list. */
function newestFirst(one: MaskedReversal, other: MaskedReversal): number {
  const [a, b] = [one.createdAt + one.id, other.createdAt + other.id];
  return a < b ? 1 : -1;
}
