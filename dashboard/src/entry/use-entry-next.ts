import { useSearch } from '@tanstack/react-router';

/** Where to go on to afterwards, from the address; `safeNext` validates it. */
export function useEntryNext(): string | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { next } = search;
  return typeof next === 'string' ? next : undefined;
}
