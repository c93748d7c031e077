import { isPeriod } from './period.ts';

/** Reads one value of the address; undefined for one that means nothing. */
type Field<T> = (value: string) => T | undefined;

/** What the address says after the question mark; defaults are absent. */
type Search<F extends Record<string, Field<unknown>>> = {
  [K in keyof F]?: NonNullable<ReturnType<F[K]>> | undefined;
} & { cursor?: string | undefined };

let tell: () => void = () => undefined;

/** Who tells the user that a filter of the address was dropped. */
export function onIgnoredFilter(listener: () => void): void {
  tell = listener;
}

/** A route's `validateSearch`. A value that is not valid is dropped, and that is said. */
export function searchReader<F extends Record<string, Field<unknown>>>(fields: F) {
  const all: Record<string, Field<unknown>> = { ...fields, cursor: text(200) };
  return (raw: Record<string, unknown>): Search<F> => {
    const search: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(all)) {
      const value = raw[name];
      if (value === undefined || value === '') continue;
      const accepted = read(String(value));
      if (accepted === undefined) tell();
      // An undefined one takes the place of what the address says; a missing one would not.
      search[name] = accepted;
    }
    // Each entry came from the field of its name.
    return search as Search<F>;
  };
}

/** What an address says that narrows no list: its page, an open form, the chosen tab. */
const NO_FILTERS = ['cursor', 'new', 'aba'];

/** What takes all filters of an address back; undefined where it has none. */
export function withoutFilters(search: object): Record<string, undefined> | undefined {
  const filters = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || NO_FILTERS.includes(name) ? [] : [[name, undefined] as const],
  );
  return filters.length === 0 ? undefined : Object.fromEntries(filters);
}

export function oneOf<const T extends string>(...values: readonly T[]): Field<T> {
  return (value) => values.find((known) => known === value);
}

export function text(maxLength = 100): Field<string> {
  return (value) => (value.length <= maxLength ? value : undefined);
}

export function period(): Field<string> {
  return (value) => (isPeriod(value) ? value : undefined);
}
