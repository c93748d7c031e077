import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Alert } from '../api/operations.ts';

/**
 * The rows to show: those of the list and, in their old places, any that have left it while a note
 * on them is unfinished.
 */
export function useHeld(rows: readonly Alert[]) {
  const place = useLocation({ select: ({ href }) => href });
  const [held, setHeld] = useState<{ place: string; alerts: readonly Alert[] }>();
  const alerts = held?.place === place ? held.alerts : [];
  const put = (change: (alerts: readonly Alert[]) => readonly Alert[]) =>
    setHeld((old) => ({ place, alerts: change(old?.place === place ? old.alerts : []) }));
  const gone = alerts.filter(({ id }) => rows.every((row) => row.id !== id));
  return {
    shown: gone.length === 0 ? rows : [...rows, ...gone].sort(newestFirst),
    hold: (alert: Alert) => put((old) => [...old, alert]),
    release: ({ id }: Alert) => put((old) => old.filter((one) => one.id !== id)),
    update: (alert: Alert) => put((old) => old.map((one) => (one.id === alert.id ? alert : one))),
  };
}

/** In the order of the list. */
function newestFirst(one: Alert, other: Alert): number {
  const [a, b] = [one.createdAt + one.id, other.createdAt + other.id];
  return a < b ? 1 : -1;
}
